import type { EditState, HistoryEntry, Layer } from './edit-state.ts'

/** All layers, in their order in a history. */
export const layers: readonly Layer[] = ['L1', 'L2', 'L3']

/** Returns the state with these entries, sorted by layer; entries of the sidecar come first. */
export function withEntries(state: EditState, entries: readonly HistoryEntry[]): EditState {
  return { ...state, entries: entries.toSorted((a, b) => rankOf(a) - rankOf(b)) }
}

function rankOf({ layer }: HistoryEntry): number {
  if (layer === undefined) return 0
  return layers.indexOf(layer) + 1
}
