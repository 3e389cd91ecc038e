import { toLinear } from './light.ts'
import { type Matrix, multiply, srgbToXyz, type Triple } from './srgb-to-xyz.ts'

const xyzToCones: Matrix = [
  [0.414_789_72, 0.579_999, 0.014_648],
  [-0.201_51, 1.120_649, 0.053_100_8],
  [-0.016_600_8, 0.2648, 0.668_479_9],
]

/**
 * Converts a hue from 0 to 1 (red 0, green 1/3, blue 2/3) to its JzAzBz hue in turns. The result
 * rises by 1 with each turn.
 */
export function hueToPerceived(hue: number): number {
  const turns = Math.floor(hue)
  const start = perceivedAngle(0)
  const way = perceivedAngle(hue - turns) - start
  // JzAzBz does not start its turn at red, so the way is corrected by whole turns.
  return turns + start + way + Math.round(hue - turns - way)
}

/** Returns the JzAzBz chroma of the most colourful sRGB colour. */
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

/** Measured half way to grey, where most colours of photographs are. */
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

/** JzAzBz by Safdar and others (2017), with white at 1 as in darktable. */
function toAzBz(rgb: Triple): readonly [number, number] {
  const [x, y, z] = srgbToXyz(rgb)
  const cones = multiply(xyzToCones, [1.15 * x - 0.15 * z, 0.66 * y + 0.34 * x, z])
  const l = compress(cones[0])
  const m = compress(cones[1])
  const s = compress(cones[2])
  return [3.524 * l - 4.066_708 * m + 0.542_708 * s, 0.199_076 * l + 1.096_799 * m - 1.295_875 * s]
}

function compress(cone: number): number {
  const power = Math.max(0, cone / 10_000) ** (2610 / 16_384)
  return ((3424 / 4096 + (2413 / 128) * power) / (1 + (2392 / 128) * power)) ** ((1.7 * 2523) / 32)
}
