import type { JournalEntry, Spec } from './spec.ts'

/** Returns the spec with one more line in its journal. */
export const withJournal = (spec: Spec, entry: JournalEntry): Spec => ({
  ...spec,
  journal: [...(spec.journal ?? []), entry],
})
