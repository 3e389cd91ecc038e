import { tile } from './scene.ts'

/** A rendered picture, 8 bits for each of red, green and blue. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** A rectangle in pixels. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Red, green and blue of a pixel. */
export type Colour = readonly [red: number, green: number, blue: number]

/** A pixel of a picture. */
export function pixelAt({ data, width }: Picture, x: number, y: number): Colour {
  const at = (Math.floor(y) * width + Math.floor(x)) * 3
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
}

/** The mean colour of a box. */
export function meanOf(picture: Picture, box: Box): Colour {
  const colours = pixelsIn(picture, box)
  const mean = (channel: 0 | 1 | 2) =>
    colours.reduce((sum, colour) => sum + colour[channel], 0) / colours.length
  return [mean(0), mean(1), mean(2)]
}

/** All pixels of a box, row by row. */
export function pixelsIn(picture: Picture, { x, y, width, height }: Box): readonly Colour[] {
  return Array.from({ length: Math.floor(width) * Math.floor(height) }, (_, index) =>
    pixelAt(picture, x + (index % Math.floor(width)), y + Math.floor(index / Math.floor(width))),
  )
}

/** The greatest difference of any channel of any pixel. */
export const greatestDifference = (a: readonly Colour[], b: readonly Colour[]): number =>
  a.reduce(
    (most, colour, index) =>
      Math.max(
        most,
        ...colour.map((value, channel) => Math.abs(value - (b[index]?.[channel] ?? 0))),
      ),
    0,
  )

/**
 * The greatest difference of any channel between two pictures; those of different sizes differ
 * wholly.
 */
export function differenceOf(a: Picture, b: Picture): number {
  if (a.width !== b.width || a.height !== b.height) return 255
  let most = 0
  for (let index = 0; index < a.data.length; index++)
    most = Math.max(most, Math.abs((a.data[index] ?? 0) - (b.data[index] ?? 0)))
  return most
}

/** One of the tiles of a scene that is so many tiles wide, counted row by row. */
export const tileBox = (index: number, across = 2): Box => ({
  x: (index % across) * tile.width,
  y: Math.floor(index / across) * tile.height,
  ...tile,
})

/** A box without its edge, where a mask may fade. */
export const inner = ({ x, y, width, height }: Box, by = 3): Box => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
})
