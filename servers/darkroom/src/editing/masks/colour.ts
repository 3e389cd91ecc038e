type Triple = readonly [number, number, number]
type Matrix = readonly [Triple, Triple, Triple]

const srgbToXyz: Matrix = [
  [0.412_390_8, 0.357_584_34, 0.180_480_79],
  [0.212_639, 0.715_168_68, 0.072_192_32],
  [0.019_330_82, 0.119_194_78, 0.950_532_15],
]
const xyzToRec2020: Matrix = [
  [1.716_651_19, -0.355_670_78, -0.253_366_28],
  [-0.666_684_35, 1.616_481_24, 0.015_768_55],
  [0.017_639_86, -0.042_770_61, 0.942_103_12],
]

/** Linear light of an sRGB value from 0 to 1. */
export const toLinear = (value: number): number =>
  value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

/** The sRGB value from 0 to 1 of linear light. */
export const fromLinear = (light: number): number =>
  light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055

/** Linear light of a lightness from 0 to 1, which is L* of CIE divided by 100. */
export const lightnessToLight = (lightness: number): number =>
  lightness <= 0.08 ? (lightness * 100) / 903.296_3 : ((lightness * 100 + 16) / 116) ** 3

/** Linear sRGB as linear Rec. 2020, the colours in which darktable works. */
export const toWorking = (rgb: Triple): Triple => multiply(xyzToRec2020, multiply(srgbToXyz, rgb))

/**
 * The hue in JzAzBz, in turns, of what one sees as a hue of 0 to 1 (red 0, green 1/3, blue 2/3);
 * goes up by 1 with each turn.
 */
export function hueToPerceived(hue: number): number {
  const turns = Math.floor(hue)
  const start = perceivedAngle(0)
  const way = perceivedAngle(hue - turns) - start
  // The formula begins its turn elsewhere than at red, so the way is brought near to the share of the turn that it stands for.
  return turns + start + way + Math.round(hue - turns - way)
}

/** The chroma in JzAzBz of the most colourful sRGB colour. */
export function greatestChroma(): number {
  const corners: readonly Triple[] = [
    [1, 0, 0],
    [1, 1, 0],
    [0, 1, 0],
    [0, 1, 1],
    [0, 0, 1],
    [1, 0, 1],
  ]
  return Math.max(...corners.map((corner) => Math.hypot(...toAzBz(corner))))
}

/** Taken half way to grey, where most colours of photographs are. */
function perceivedAngle(hue: number): number {
  const channel = (offset: number) =>
    0.25 + 0.5 * Math.min(1, Math.max(0, Math.abs(((hue + offset) % 1) * 6 - 3) - 1))
  const [az, bz] = toAzBz([
    toLinear(channel(0)),
    toLinear(channel(2 / 3)),
    toLinear(channel(1 / 3)),
  ])
  return (Math.atan2(bz, az) / (2 * Math.PI) + 1) % 1
}

/** JzAzBz by Safdar and others (2017), with white at 1 as darktable has it. */
function toAzBz(rgb: Triple): readonly [number, number] {
  const [x, y, z] = multiply(srgbToXyz, rgb)
  const cones = multiply(
    [
      [0.414_789_72, 0.579_999, 0.014_648],
      [-0.201_51, 1.120_649, 0.053_100_8],
      [-0.016_600_8, 0.2648, 0.668_479_9],
    ],
    [1.15 * x - 0.15 * z, 0.66 * y + 0.34 * x, z],
  )
  const [l, m, s] = [compress(cones[0]), compress(cones[1]), compress(cones[2])]
  return [3.524 * l - 4.066_708 * m + 0.542_708 * s, 0.199_076 * l + 1.096_799 * m - 1.295_875 * s]
}

function compress(cone: number): number {
  const power = Math.max(0, cone / 10_000) ** (2610 / 16_384)
  return ((3424 / 4096 + (2413 / 128) * power) / (1 + (2392 / 128) * power)) ** ((1.7 * 2523) / 32)
}

const multiply = (matrix: Matrix, [a, b, c]: Triple): Triple => {
  const row = ([x, y, z]: Triple) => x * a + y * b + z * c
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])]
}
