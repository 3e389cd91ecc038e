import type { SpecReader } from './create-spec-reader.ts'
import type { JournalView } from './spec-view.ts'
import { textIn } from './texts-in.ts'

/** A page shows so many lines; the journal itself has all. */
const mostLines = 100

/** Returns the newest lines of the journal, the newest first, and how many older ones there are. */
export function toJournalViews(reader: SpecReader): {
  readonly journal: readonly JournalView[]
  readonly olderLines: number
} {
  const { journal = [] } = reader.spec
  const first = Math.max(0, journal.length - mostLines)
  const lines = journal.slice(first).map((entry, at) => ({
    timestamp: entry.timestamp,
    entry_type: entry.entry_type,
    title: entry.title,
    content: entry.content,
    author: entry.author,
    key: textIn(entry.metadata ?? {}, 'id') ?? `line-${first + at}`,
    about: entry.task_id === undefined ? undefined : reader.link(entry.task_id),
  }))
  return { journal: lines.toReversed(), olderLines: first }
}
