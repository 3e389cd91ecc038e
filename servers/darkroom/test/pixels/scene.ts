import { toLinear } from '../../src/editing/colour/light.ts'

/** Linear red, green and blue. */
export type Light = readonly [red: number, green: number, blue: number]

/** A tile in pixels; the scene repeats it. */
export const tile = { width: 96, height: 96 }

/** The number of rows of a tile. */
export const rows = 4

/** Returns the size of a scene with this many tiles across and down. */
export const sizeOf = (across: number) => ({
  width: tile.width * across,
  height: tile.height * across,
})

/** The default size of a scene. */
export const size = sizeOf(2)

const patches: readonly Light[] = [
  [0.4, 0.25, 0.18],
  [0.1, 0.25, 0.06],
  [0.08, 0.15, 0.45],
  [0.5, 0.08, 0.06],
  [0.45, 0.3, 0.05],
  [0.22, 0.2, 0.18],
]

/** The eight hues that moves are named after, in degrees of the colour wheel. */
export const hues = {
  red: 0,
  orange: 30,
  yellow: 60,
  green: 120,
  cyan: 180,
  blue: 220,
  lavender: 270,
  magenta: 315,
}

/**
 * Returns the light at a pixel, the same in each tile: a row of greys, a row of colours, a row of
 * edges and noise, and a row of the eight hues.
 */
export function sceneAt(x: number, y: number): Light {
  const across = x % tile.width
  const down = y % tile.height
  const sixth = Math.floor((across / tile.width) * 6)
  const row = Math.floor((down / tile.height) * rows)
  if (row === 0) return grey(0.004 * 2 ** (sixth * 1.5))
  if (row === 1) return patches[sixth] ?? grey(0.18)
  if (row === 3) {
    const eighth = Math.floor((across / tile.width) * 8)
    return hueLight(Object.values(hues)[eighth] ?? 0, 0.5)
  }
  if (across < tile.width / 2) return grey(Math.floor(across / 6) % 2 === 0 ? 0.1 : 0.3)
  return grey(0.18 + 0.12 * (noise(across, down) - 0.5))
}

const grey = (light: number): Light => [light, light, light]

/** Returns the light of an HSL colour half way between black and white. */
export function hueLight(degrees: number, saturation: number): Light {
  const channel = (offset: number) => {
    const turn = (offset + degrees / 30) % 12
    return toLinear(0.5 - (saturation / 2) * Math.max(-1, Math.min(turn - 3, 9 - turn, 1)))
  }
  return [channel(0), channel(8), channel(4)]
}

/** Returns a number from 0 to 1, always the same for a pixel. */
function noise(x: number, y: number): number {
  const mixed = Math.imul(
    Math.imul(x + 1, 374_761_393) ^ Math.imul(y + 1, 668_265_263),
    1_274_126_177,
  )
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32
}
