import { type Box, type Colour, meanOf, type Picture, pixelsIn } from './pixels.ts'
import { hues, rows, tile } from './scene.ts'

/** A number that says something about a tile of the scene. */
export type Statistic = (picture: Picture, tile: Box) => number

const luma = ([red, green, blue]: Colour): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue
const spread = ([red, green, blue]: Colour): number =>
  Math.max(red, green, blue) - Math.min(red, green, blue)
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** A part of a tile, in sixths across and by its row. */
const part = ({ x, y }: Box, column: number, row: number, columns = 1): Box => ({
  x: x + (column * tile.width) / 6 + 3,
  y: y + (row * tile.height) / rows + 3,
  width: (columns * tile.width) / 6 - 6,
  height: tile.height / rows - 6,
})

/** How light one of the six greys is, 0 being the darkest. */
export const grey =
  (step: number): Statistic =>
  (picture, box) =>
    luma(meanOf(picture, part(box, step, 0)))
const patch = (picture: Picture, box: Box, index: number): Colour =>
  meanOf(picture, part(box, index, 1))
const patchIndices = [0, 1, 2, 3, 4, 5]

/** How light the greys are. */
export const lightness: Statistic = (picture, box) =>
  mean([0, 1, 2, 3, 4, 5].map((step) => grey(step)(picture, box)))
/** How far light and dark greys lie apart. */
export const contrast: Statistic = (picture, box) => grey(5)(picture, box) - grey(2)(picture, box)
/** How far apart the three channels of a grey are. */
export const castOf =
  (step: number): Statistic =>
  (picture, box) =>
    spread(meanOf(picture, part(box, step, 0)))
/** The corner of the picture, which is the first tile's. */
export const corner: Statistic = (picture, { x, y }) =>
  luma(meanOf(picture, { x, y, width: 10, height: 10 }))
export const colourfulness: Statistic = (picture, box) =>
  mean(patchIndices.map((index) => spread(patch(picture, box, index))))
export const patchLightness: Statistic = (picture, box) =>
  mean(patchIndices.map((index) => luma(patch(picture, box, index))))
/** Red against blue, on a middle grey. */
export const warmth: Statistic = (picture, box) => {
  const [red, , blue] = meanOf(picture, part(box, 3, 0))
  return red - blue
}
/** Green against red and blue, on one of the greys. */
export const greennessOf =
  (step: number): Statistic =>
  (picture, box) => {
    const [red, green, blue] = meanOf(picture, part(box, step, 0))
    return green - (red + blue) / 2
  }
/** How hard the edges of the stripes are. */
export const edges: Statistic = (picture, box) => roughness(picture, part(box, 0, 2, 3))
/** How far the stripes lie apart. */
export const stripes: Statistic = (picture, box) => deviation(picture, part(box, 0, 2, 3))
/** How uneven the noisy patch is. */
export const unevenness: Statistic = (picture, box) => deviation(picture, part(box, 3, 2, 3))
/** The colour of a patch: one channel against another. */
export const channelGap =
  (index: number, a: 0 | 1 | 2, b: 0 | 1 | 2): Statistic =>
  (picture, box) => {
    const colour = patch(picture, box, index)
    return colour[a] - colour[b]
  }
/** The lightness of one patch against all of them. */
export const patchAgainst =
  (index: number, other: number): Statistic =>
  (picture, box) =>
    luma(patch(picture, box, index)) - luma(patch(picture, box, other))

/** One of the eight hues that moves are named after. */
export type Hue = keyof typeof hues

/** The colour of a hue. */
export const hueColour = (picture: Picture, { x, y }: Box, hue: Hue): Colour => {
  const columns = Object.keys(hues)
  const width = tile.width / columns.length
  return meanOf(picture, {
    x: x + columns.indexOf(hue) * width + 3,
    y: y + (3 * tile.height) / rows + 3,
    width: width - 6,
    height: tile.height / rows - 6,
  })
}
/** How light a hue is. */
export const hueLightness =
  (hue: Hue): Statistic =>
  (picture, box) =>
    luma(hueColour(picture, box, hue))
/** How colourful a hue is. */
export const hueStrength =
  (hue: Hue): Statistic =>
  (picture, box) =>
    spread(hueColour(picture, box, hue))
/** How far a hue has turned round the colour wheel, in degrees. */
export const hueTurn =
  (hue: Hue): Statistic =>
  (picture, box) =>
    ((wheelAngle(hueColour(picture, box, hue)) - hues[hue] + 540) % 360) - 180

const wheelAngle = ([red, green, blue]: Colour): number =>
  (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI

function deviation(picture: Picture, box: Box): number {
  const values = pixelsIn(picture, box).map(luma)
  const middle = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)))
}

function roughness(picture: Picture, box: Box): number {
  const values = pixelsIn(picture, box).map(luma)
  const width = Math.floor(box.width)
  return Math.max(
    ...values.map((value, index) =>
      index % width === 0 ? 0 : Math.abs(value - (values[index - 1] ?? value)),
    ),
  )
}
