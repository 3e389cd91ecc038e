import { type Box, type Colour, meanOf, type Picture, pixelsIn } from './pixels.ts'
import { hues, rows, tile } from './scene.ts'

/** A number that describes a tile of the scene. */
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

/** The lightness of one of the six greys; 0 is the darkest. */
export const grey =
  (step: number): Statistic =>
  (picture, box) =>
    luma(meanOf(picture, part(box, step, 0)))
const patch = (picture: Picture, box: Box, index: number): Colour =>
  meanOf(picture, part(box, index, 1))
const patchIndices = [0, 1, 2, 3, 4, 5]

/** The mean lightness of the greys. */
export const lightness: Statistic = (picture, box) =>
  mean([0, 1, 2, 3, 4, 5].map((step) => grey(step)(picture, box)))
/** The difference between light and dark greys. */
export const contrast: Statistic = (picture, box) => grey(5)(picture, box) - grey(2)(picture, box)
/** The difference between the channels of a grey. */
export const castOf =
  (step: number): Statistic =>
  (picture, box) =>
    spread(meanOf(picture, part(box, step, 0)))
/** The lightness of the corner of the picture, which is in the first tile. */
export const corner: Statistic = (picture, { x, y }) =>
  luma(meanOf(picture, { x, y, width: 10, height: 10 }))
/** The mean difference between the channels of the patches. */
export const colourfulness: Statistic = (picture, box) =>
  mean(patchIndices.map((index) => spread(patch(picture, box, index))))
/** The mean lightness of the patches. */
export const patchLightness: Statistic = (picture, box) =>
  mean(patchIndices.map((index) => luma(patch(picture, box, index))))
/** Red minus blue, of a middle grey. */
export const warmth: Statistic = (picture, box) => {
  const [red, , blue] = meanOf(picture, part(box, 3, 0))
  return red - blue
}
/** Green minus the mean of red and blue, of one of the greys. */
export const greennessOf =
  (step: number): Statistic =>
  (picture, box) => {
    const [red, green, blue] = meanOf(picture, part(box, step, 0))
    return green - (red + blue) / 2
  }
/** The hardness of the edges of the stripes. */
export const edges: Statistic = (picture, box) => roughness(picture, part(box, 0, 2, 3))
/** The contrast of the stripes. */
export const stripes: Statistic = (picture, box) => deviation(picture, part(box, 0, 2, 3))
/** The unevenness of the noisy patch. */
export const unevenness: Statistic = (picture, box) => deviation(picture, part(box, 3, 2, 3))
/** One channel of a patch minus another. */
export const channelGap =
  (index: number, a: 0 | 1 | 2, b: 0 | 1 | 2): Statistic =>
  (picture, box) => {
    const colour = patch(picture, box, index)
    return colour[a] - colour[b]
  }
/** The lightness of one patch minus that of another. */
export const patchAgainst =
  (index: number, other: number): Statistic =>
  (picture, box) =>
    luma(patch(picture, box, index)) - luma(patch(picture, box, other))

/** One of the eight hues that moves are named after. */
export type Hue = keyof typeof hues

/** Returns the colour of a hue. */
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
/** The lightness of a hue. */
export const hueLightness =
  (hue: Hue): Statistic =>
  (picture, box) =>
    luma(hueColour(picture, box, hue))
/** The colourfulness of a hue. */
export const hueStrength =
  (hue: Hue): Statistic =>
  (picture, box) =>
    spread(hueColour(picture, box, hue))
/** The turn of a hue on the colour wheel, in degrees. */
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
