import type { Scene } from '../picture/to-dng.ts'
import { cloudsAt, noiseAt, mix } from './noise.ts'

type Colour = readonly [red: number, green: number, blue: number]

/** The place of the dust on the sensor, as shares of the picture. */
export const dust = { x: 0.24, y: 0.2, radius: 0.014 }

const horizon = 0.56
const shore = 0.76

/** Paints a lake at dusk, too dark and too cold, with dust on the sensor. */
export function paintScene(width: number, height: number): Scene {
  const pixelAt = (column: number, row: number): Colour => {
    const x = column / width
    const y = row / height
    const light = 0.5 * (isDust(x, y, width / height) ? 0.35 : 1)
    const [red, green, blue] = colourAt(x, y)
    const noise = (noiseAt(column, row, 9) - 0.5) * 0.006
    return [red * light * 0.86 + noise, green * light + noise, blue * light * 1.2 + noise]
  }
  return {
    width,
    height,
    pixelAt,
    make: 'Toolaccord',
    model: 'Pinhole',
    lensModel: 'Pinhole 35mm',
    focalLength: 35,
  }
}

function isDust(x: number, y: number, ratio: number): boolean {
  return Math.hypot((x - dust.x) * ratio, y - dust.y) < dust.radius
}

function colourAt(x: number, y: number): Colour {
  const thing = boat(x, y) ?? meadow(x, y) ?? hills(x, y)
  if (thing !== undefined) return thing
  return y < horizon ? sky(x, y) : water(x, y)
}

function sky(x: number, y: number): Colour {
  const down = Math.min(1, y / horizon)
  const glow = Math.exp(-(((x - 0.43) / 0.34) ** 2) - ((y - 0.42) / 0.2) ** 2)
  const sun = Math.hypot((x - 0.43) * 1.5, y - 0.39) < 0.032 ? 0.9 : 0
  const cloud = Math.max(0, cloudsAt(x * 3, y * 9, 1) - 0.5) * 1.5
  return [
    mix(0.1, 0.5, down) + glow * 0.55 + cloud * 0.5 + sun,
    mix(0.17, 0.36, down) + glow * 0.28 + cloud * 0.36 + sun,
    mix(0.36, 0.34, down) + glow * 0.06 + cloud * 0.34 + sun * 0.8,
  ]
}

/** Three ridges, each nearer, darker and less blue than the one behind it. */
function hills(x: number, y: number): Colour | undefined {
  if (y > horizon) return undefined
  const ridges: readonly {
    readonly top: number
    readonly seed: number
    readonly colour: Colour
  }[] = [
    { top: 0.53, seed: 5, colour: [0.05, 0.07, 0.05] },
    { top: 0.48, seed: 4, colour: [0.1, 0.13, 0.13] },
    { top: 0.42, seed: 3, colour: [0.19, 0.22, 0.27] },
  ]
  const found = ridges.find(
    ({ top, seed }) => y > top - cloudsAt(x * 2.5, seed, seed) * 0.16 + 0.06,
  )
  if (found === undefined) return undefined
  const shade = 0.8 + 0.4 * cloudsAt(x * 24, y * 40, found.seed)
  return [found.colour[0] * shade, found.colour[1] * shade, found.colour[2] * shade]
}

/** The sky upside down, with ripples. */
function water(x: number, y: number): Colour {
  const depth = (y - horizon) / (shore - horizon)
  const ripple = (cloudsAt(x * 6, y * 110, 2) - 0.5) * 0.1
  const [red, green, blue] = sky(x + ripple * 0.3, horizon - (y - horizon) * 1.6 + ripple)
  const share = mix(0.8, 0.35, depth)
  return [red * share, green * share, blue * share + 0.02]
}

function meadow(x: number, y: number): Colour | undefined {
  if (y < shore + 0.05 * cloudsAt(x * 4, 1, 6)) return undefined
  const blade = cloudsAt(x * 150, y * 40, 7) * 0.7 + cloudsAt(x * 9, y * 14, 8) * 0.5
  return [0.03 + 0.07 * blade, 0.04 + 0.08 * blade, 0.015 + 0.02 * blade]
}

/** A red boat with a white sail. */
function boat(x: number, y: number): Colour | undefined {
  const across = (x - 0.62) * 1.5
  const down = y - 0.63
  const isHull = down > 0.012 && down < 0.03 && Math.abs(across) < 0.062 - (down - 0.012) * 1.2
  if (isHull) return [0.34, 0.05, 0.04]
  const isSail = down < 0.004 && down > -0.12 && across > 0.004 && across < (down + 0.12) * 0.42
  if (isSail) return [0.62, 0.6, 0.55]
  const isMast = Math.abs(across) < 0.002 && down > -0.13 && down < 0.012
  return isMast ? [0.12, 0.09, 0.06] : undefined
}
