import type { MaskSpec } from '../../src/editing/index.ts'

/** Returns a mask over one tile of a scene with this many tiles across and down. */
export function overTile(index: number, across = 2): MaskSpec {
  const left = index % across
  const top = Math.floor(index / across)
  return {
    dt_form: 'rectangle',
    dt_params: {
      x0: left / across,
      y0: top / across,
      x1: (left + 1) / across,
      y1: (top + 1) / across,
      border: 0.001,
    },
  }
}
