/** Returns a number from 0 to 1 that looks random, and is always the same for a point. */
export function noiseAt(x: number, y: number, seed: number): number {
  let hash = Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263) + Math.imul(seed, 2_246_822_519)
  hash = Math.imul(hash ^ (hash >>> 13), 1_274_126_177)
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296
}

/** Returns soft noise from 0 to 1: the sum of four sizes of hills and valleys. */
export function cloudsAt(x: number, y: number, seed: number): number {
  const layer = (size: number) => smooth(x * size, y * size, seed + size) / size
  return (layer(1) + layer(2) + layer(4) + layer(8)) / 1.875
}

function smooth(x: number, y: number, seed: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const across = ease(x - left)
  const down = ease(y - top)
  const row = (line: number) =>
    mix(noiseAt(left, line, seed), noiseAt(left + 1, line, seed), across)
  return mix(row(top), row(top + 1), down)
}

const ease = (t: number) => t * t * (3 - 2 * t)

/** Returns the number that is a share of the way from one to another. */
export const mix = (from: number, to: number, share: number): number => from + (to - from) * share
