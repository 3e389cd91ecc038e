import type { JournalEntry, Spec } from '../spec/spec.ts'
import { withJournal } from '../spec/with-journal.ts'
import type { Foundry } from './foundry.ts'

/** A line of the journal that is written now. */
export interface Line extends Pick<
  JournalEntry,
  'entry_type' | 'title' | 'content' | 'author' | 'task_id'
> {
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

/** Returns the spec with one more line in its journal, at this time and with an id of its own. */
export const withLine = (
  { now, ids }: Pick<Foundry, 'now' | 'ids'>,
  spec: Spec,
  { metadata, ...line }: Line,
): Spec =>
  withJournal(spec, {
    timestamp: now().toISOString(),
    ...line,
    metadata: { id: ids.id(), ...metadata },
  })
