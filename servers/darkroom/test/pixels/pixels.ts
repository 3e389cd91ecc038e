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

/** Returns a pixel of a picture. */
export function pixelAt({ data, width }: Picture, x: number, y: number): Colour {
  const at = (Math.floor(y) * width + Math.floor(x)) * 3
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
}

/** Returns the mean colour of a box. */
export function meanOf(picture: Picture, box: Box): Colour {
  const colours = pixelsIn(picture, box)
  const mean = (channel: 0 | 1 | 2) =>
    colours.reduce((sum, colour) => sum + colour[channel], 0) / colours.length
  return [mean(0), mean(1), mean(2)]
}

/** Returns all pixels of a box, row by row. */
export function pixelsIn(picture: Picture, { x, y, width, height }: Box): readonly Colour[] {
  const columns = Math.floor(width)
  return Array.from({ length: columns * Math.floor(height) }, (_, index) =>
    pixelAt(picture, x + (index % columns), y + Math.floor(index / columns)),
  )
}

/** Returns the greatest difference of any channel of any pixel. */
export function greatestDifference(a: readonly Colour[], b: readonly Colour[]): number {
  let most = 0
  for (const [index, colour] of a.entries())
    for (const [channel, value] of colour.entries())
      most = Math.max(most, Math.abs(value - (b[index]?.[channel] ?? 0)))
  return most
}

/** Returns the greatest difference of any channel of two pictures; 255 if their sizes differ. */
export function differenceOf(a: Picture, b: Picture): number {
  if (a.width !== b.width || a.height !== b.height) return 255
  let most = 0
  for (let index = 0; index < a.data.length; index++)
    most = Math.max(most, Math.abs((a.data[index] ?? 0) - (b.data[index] ?? 0)))
  return most
}

/** Returns a tile of a scene with this many tiles across, counted row by row. */
export const tileBox = (index: number, across = 2): Box => ({
  x: (index % across) * tile.width,
  y: Math.floor(index / across) * tile.height,
  ...tile,
})

/** Returns a box without its edge, where a mask may fade. */
export const inner = ({ x, y, width, height }: Box, by = 3): Box => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
})
