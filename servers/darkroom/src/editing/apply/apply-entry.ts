import type { EditState } from '../state/edit-state.ts'
import type { VocabularyEntry } from '../vocabulary/entry.ts'
import { type ApplyOptions, applyModules } from './apply-modules.ts'
import { bindLayer } from './bind-layer.ts'

export type { ApplyOptions } from './apply-modules.ts'

/** Applies a move. A look or a correction replaces its whole layer; other moves go on top. */
export function applyEntry(
  state: EditState,
  entry: VocabularyEntry,
  options: ApplyOptions = {},
): EditState {
  if (entry.layer === 'L3') return applyModules(state, entry, options)
  return bindLayer(state, entry, options)
}
