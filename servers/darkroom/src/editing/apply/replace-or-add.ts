import type { HistoryEntry } from '../state/edit-state.ts'

/** Returns the entries with one replaced, or with a new one at the end. */
export function replaceOrAdd(
  entries: readonly HistoryEntry[],
  existing: HistoryEntry | undefined,
  entry: HistoryEntry,
): readonly HistoryEntry[] {
  if (existing === undefined) return [...entries, entry]
  return entries.map((other) => (other === existing ? entry : other))
}
