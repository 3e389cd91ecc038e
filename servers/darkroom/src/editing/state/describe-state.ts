import type { EditState, Layer } from './edit-state.ts'

/** A state in numbers, as `state_after` contains it. */
export interface StateDescription {
  readonly entry_count: number
  readonly enabled_count: number
  readonly layers_present: Readonly<Record<Layer, boolean>>
}

/** Counts the entries of a state, and finds the layers that have an enabled move. */
export function describeState({ entries }: EditState): StateDescription {
  const enabled = entries.filter((entry) => entry.enabled)
  const has = (layer: Layer) => enabled.some((entry) => entry.layer === layer)
  return {
    entry_count: entries.length,
    enabled_count: enabled.length,
    layers_present: { L1: has('L1'), L2: has('L2'), L3: has('L3') },
  }
}
