import { pruneMasks } from '../masks/prune-masks.ts'
import { EditError } from '../state/edit-error.ts'
import type { EditState, Layer } from '../state/edit-state.ts'
import type { VocabularyEntry } from '../vocabulary/entry.ts'
import { type ApplyOptions, applyModules } from './apply-modules.ts'

/** The options of a binding. */
export interface BindOptions extends ApplyOptions {
  /** The layer that the caller means; entries of other layers are refused. */
  readonly layer?: Layer | undefined
}

/** Replaces the whole content of a layer by an entry. */
export function bindLayer(
  state: EditState,
  entry: VocabularyEntry,
  { layer = entry.layer, ...options }: BindOptions = {},
): EditState {
  if (entry.layer !== layer) {
    throw new EditError(
      'invalid_input',
      `'${entry.name}' is an ${entry.layer} entry and cannot be bound as ${layer}.`,
      {
        path: `${layer.toLowerCase()}_template`,
        next: [{ tool: 'list_vocabulary', args: { layer }, why: 'to see entries that can be' }],
      },
    )
  }
  const emptied: EditState = {
    ...state,
    entries: state.entries.filter((other) => other.layer !== entry.layer),
  }
  return pruneMasks(applyModules(emptied, entry, options), state)
}
