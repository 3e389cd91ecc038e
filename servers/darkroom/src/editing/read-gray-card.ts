import { fromLinear, toLinear, toWorking } from './colour/light.ts'
import { EditError } from './state/edit-error.ts'

/** A picture as 8-bit sRGB, row by row. */
export interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
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

const [lowest, highest] = [0.1, 4]
const darkest = 1

/** Measures a square patch in linear light, where multipliers mean what they say. */
export function readGrayCard(
  pixels: Pixels,
  {
    x,
    y,
    sampleRadius = 5,
  }: { readonly x: number; readonly y: number; readonly sampleRadius?: number },
): GrayCardReading {
  const { width, height } = pixels
  if (!(x >= 0 && x < width && y >= 0 && y < height)) {
    throw new EditError(
      'invalid_input',
      `The point ${x}, ${y} lies outside the picture, which is ${width} by ${height} pixels.`,
      {
        path: x >= 0 && x < width ? 'y' : 'x',
      },
    )
  }
  const mean = meanLight(pixels, {
    left: Math.max(0, x - sampleRadius),
    right: Math.min(width - 1, x + sampleRadius),
    top: Math.max(0, y - sampleRadius),
    bottom: Math.min(height - 1, y + sampleRadius),
  })
  const shown = mean.map((light) => fromLinear(light) * 255)
  if (shown.some((value) => value < darkest))
    throw new EditError('invalid_input', 'The patch is too dark to be measured.', {
      hint: 'Choose a brighter patch, or brighten the picture first.',
    })
  const [red, green, blue] = toWorking([mean[0] ?? 0, mean[1] ?? 0, mean[2] ?? 0])
  const [redBy, blueBy] = [round(green / red), round(green / blue)]
  if ([redBy, blueBy].some((value) => !(value >= lowest && value <= highest))) {
    throw new EditError(
      'invalid_input',
      `The patch is no grey card: it asks for multipliers of ${redBy} and ${blueBy}, outside ${lowest} to ${highest}.`,
      {
        hint: 'Choose a patch that is grey in reality.',
      },
    )
  }
  return {
    red_coeff: redBy,
    green_coeff: 1,
    blue_coeff: blueBy,
    sampled_r: round(shown[0] ?? 0),
    sampled_g: round(shown[1] ?? 0),
    sampled_b: round(shown[2] ?? 0),
    sample_radius: sampleRadius,
    parameter_values: { red: redBy, green: 1, blue: blueBy },
  }
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
      for (let channel = 0; channel < 3; channel++)
        sums[channel] =
          (sums[channel] ?? 0) +
          toLinear((data[(row * width + column) * channels + channel] ?? 0) / 255)
    }
  }
  const count = (right - left + 1) * (bottom - top + 1)
  return sums.map((sum) => sum / count)
}

const round = (value: number): number => Number(value.toFixed(4))
