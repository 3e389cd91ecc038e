/** A number from 0 to 1 that looks random and is always the same for a point. */
export function noiseAt(x: number, y: number, seed: number): number {
  let hash = Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263) + Math.imul(seed, 2_246_822_519)
  hash = Math.imul(hash ^ (hash >>> 13), 1_274_126_177)
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296
}

/** Soft hills and valleys between 0 and 1, in four sizes laid over each other. */
export function cloudsAt(x: number, y: number, seed: number): number {
  return (
    [1, 2, 4, 8].reduce((sum, size) => sum + smooth(x * size, y * size, seed + size) / size, 0) /
    1.875
  )
}

function smooth(x: number, y: number, seed: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [across, down] = [ease(x - left), ease(y - top)]
  const row = (line: number) =>
    mix(noiseAt(left, line, seed), noiseAt(left + 1, line, seed), across)
  return mix(row(top), row(top + 1), down)
}

const ease = (t: number) => t * t * (3 - 2 * t)

/** The number that lies a share of the way from one to another. */
export const mix = (from: number, to: number, share: number): number => from + (to - from) * share
