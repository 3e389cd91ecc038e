import { pruneMasks } from '../masks/prune-masks.ts'
import { EditError } from '../state/edit-error.ts'
import type { EditState, HistoryEntry } from '../state/edit-state.ts'

/**
 * Removes the moves of an operation, or its entries from the sidecar if there are no moves. Looks
 * and corrections stay whole.
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
  return new EditError('not_found', `No move of the module '${operation}' is in this state.`, {
    path: 'module_name',
    hint: hintFor(elsewhere[0], entries),
    details: { module_name: operation },
  })
}

function hintFor(bound: HistoryEntry | undefined, entries: readonly HistoryEntry[]): string {
  if (bound !== undefined)
    return (
      `It is part of the ${bound.layer} entry '${bound.source}'. ` +
      `Bind another ${bound.layer} entry to change that.`
    )
  const removable = entries.filter(({ layer }) => layer === 'L3' || layer === undefined)
  const operations = new Set(removable.map(({ operation }) => operation))
  if (operations.size === 0) return 'There is nothing to remove.'
  return `These can be removed: ${[...operations].join(', ')}.`
}
