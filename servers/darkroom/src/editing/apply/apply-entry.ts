import type { EditState } from '../state/edit-state.ts'
import type { VocabularyEntry } from '../vocabulary/entry.ts'
import { type ApplyOptions, applyModules } from './apply-modules.ts'
import { bindLayer } from './bind-layer.ts'

export type { ApplyOptions } from './apply-modules.ts'

/**
 * Applies a move. A look or a correction takes the place of its whole layer; any other move goes on
 * top.
 */
export const applyEntry = (
  state: EditState,
  entry: VocabularyEntry,
  options: ApplyOptions = {},
): EditState =>
  entry.layer === 'L3' ? applyModules(state, entry, options) : bindLayer(state, entry, options)
