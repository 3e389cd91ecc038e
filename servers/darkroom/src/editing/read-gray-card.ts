import { fromLinear, toLinear, toWorking } from './colour/light.ts'
import { EditError } from './state/edit-error.ts'

/** A picture as 8-bit sRGB, row by row. */
export interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
}

/** The patch to measure: its middle, and half the length of its side in pixels. */
export interface GrayCardPatch {
  readonly x: number
  readonly y: number
  readonly sampleRadius?: number | undefined
}

/** The white balance that makes a patch grey. */
export interface GrayCardReading {
  readonly red_coeff: number
  readonly green_coeff: number
  readonly blue_coeff: number
  /** The mean of the patch, 0 to 255. */
  readonly sampled_r: number
  readonly sampled_g: number
  readonly sampled_b: number
  readonly sample_radius: number
  /** The value for the vocabulary entry `white_balance`. */
  readonly parameter_values: { readonly red: number; readonly green: number; readonly blue: number }
}

const lowest = 0.1
const highest = 4
const darkest = 1

/** Measures a square patch in linear light, in which multipliers are exact. */
export function readGrayCard(
  pixels: Pixels,
  { x, y, sampleRadius = 5 }: GrayCardPatch,
): GrayCardReading {
  checkPoint(pixels, x, y)
  const mean = meanLight(pixels, {
    left: Math.max(0, x - sampleRadius),
    right: Math.min(pixels.width - 1, x + sampleRadius),
    top: Math.max(0, y - sampleRadius),
    bottom: Math.min(pixels.height - 1, y + sampleRadius),
  })
  const shown = mean.map((light) => fromLinear(light) * 255)
  if (shown.some((value) => value < darkest))
    throw new EditError('invalid_input', 'The patch is too dark to be measured.', {
      hint: 'Choose a brighter patch, or brighten the picture first.',
    })
  const { red, blue } = multipliersOf(mean)
  return {
    red_coeff: red,
    green_coeff: 1,
    blue_coeff: blue,
    sampled_r: round(shown[0] ?? 0),
    sampled_g: round(shown[1] ?? 0),
    sampled_b: round(shown[2] ?? 0),
    sample_radius: sampleRadius,
    parameter_values: { red, green: 1, blue },
  }
}

function checkPoint({ width, height }: Pixels, x: number, y: number): void {
  const isAcross = x >= 0 && x < width
  const isDown = y >= 0 && y < height
  if (isAcross && isDown) return
  throw new EditError(
    'invalid_input',
    `The point ${x}, ${y} lies outside the picture, which is ${width} by ${height} pixels.`,
    { path: isAcross ? 'y' : 'x' },
  )
}

/** The multipliers of red and blue that make a mean grey; that of green is 1. */
function multipliersOf(mean: readonly number[]): { readonly red: number; readonly blue: number } {
  const [red, green, blue] = toWorking([mean[0] ?? 0, mean[1] ?? 0, mean[2] ?? 0])
  const found = { red: round(green / red), blue: round(green / blue) }
  const isPossible = (value: number) => value >= lowest && value <= highest
  if (isPossible(found.red) && isPossible(found.blue)) return found
  throw new EditError(
    'invalid_input',
    `The patch is not a grey card: it needs multipliers of ${found.red} and ${found.blue}, ` +
      `outside ${lowest} to ${highest}.`,
    { hint: 'Choose a patch that is grey in reality.' },
  )
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

function meanLight(
  { data, width, channels }: Pixels,
  { left, right, top, bottom }: Box,
): readonly number[] {
  const sums = [0, 0, 0]
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const start = (row * width + column) * channels
      for (let channel = 0; channel < 3; channel++)
        sums[channel] = (sums[channel] ?? 0) + toLinear((data[start + channel] ?? 0) / 255)
    }
  }
  const count = (right - left + 1) * (bottom - top + 1)
  return sums.map((sum) => sum / count)
}

const round = (value: number): number => Number(value.toFixed(4))
