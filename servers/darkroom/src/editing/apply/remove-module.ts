import { pruneMasks } from '../masks/prune-masks.ts'
import { EditError } from '../state/edit-error.ts'
import type { EditState, HistoryEntry } from '../state/edit-state.ts'

/**
 * Takes out the moves of an operation; where there are none, what the sidecar brought. Looks and
 * corrections stay whole.
 */
export function removeModule(state: EditState, operation: string): EditState {
  const all = state.entries.filter((entry) => entry.operation === operation)
  const moves = all.filter(({ layer }) => layer === 'L3')
  const removed = new Set(moves.length > 0 ? moves : all.filter(({ layer }) => layer === undefined))
  if (removed.size === 0) throw notFound(operation, all, state)
  return pruneMasks(
    { ...state, entries: state.entries.filter((entry) => !removed.has(entry)) },
    state,
  )
}

function notFound(
  operation: string,
  elsewhere: readonly HistoryEntry[],
  { entries }: EditState,
): EditError {
  const [bound] = elsewhere
  const others = [
    ...new Set(
      entries
        .filter(({ layer }) => layer === 'L3' || layer === undefined)
        .map((entry) => entry.operation),
    ),
  ]
  const hint = bound
    ? `It is part of the ${bound.layer} entry '${bound.source}'. Bind another ${bound.layer} entry to change that.`
    : others.length > 0
      ? `These can be removed: ${others.join(', ')}.`
      : 'There is nothing to remove.'
  return new EditError('not_found', `No move of the module '${operation}' is in this state.`, {
    path: 'module_name',
    hint,
    details: { module_name: operation },
  })
}
