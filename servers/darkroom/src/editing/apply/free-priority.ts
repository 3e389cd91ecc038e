import { findLayout } from '../modules/find-layout.ts'
import type { HistoryEntry } from '../state/edit-state.ts'

/**
 * Returns the lowest number that no instance of an operation has. It is always 0 for a module that
 * runs once, because its last step counts.
 */
export function freePriority(entries: readonly HistoryEntry[], operation: string): number {
  if (findLayout(operation)?.once) return 0
  const taken = new Set(
    entries
      .filter((entry) => entry.operation === operation)
      .map(({ multiPriority }) => multiPriority),
  )
  let free = 0
  while (taken.has(free)) free++
  return free
}
