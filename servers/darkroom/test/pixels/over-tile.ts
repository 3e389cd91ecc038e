import type { MaskSpec } from '../../src/editing/index.ts'

/** A mask over one tile of a scene that is so many tiles wide and high. */
export function overTile(index: number, across = 2): MaskSpec {
  const [left, top] = [index % across, Math.floor(index / across)]
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
