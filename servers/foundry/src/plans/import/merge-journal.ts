import type { JournalEntry } from '../../spec/spec.ts'
import type { ForeignNote, ForeignPlan } from '../foreign-plan.ts'
import { tasksOf } from '../settle/tasks-of.ts'
import { hashOf } from './external-of.ts'

interface JournalContext {
  readonly now: string
  /** The node of a foreign id. */
  readonly idOf: (foreignId: string) => string | undefined
}

/** Returns the journal with the notes of a plan that it does not have yet. */
export function mergeJournal(
  journal: readonly JournalEntry[],
  plan: ForeignPlan,
  { now, idOf }: JournalContext,
): readonly JournalEntry[] {
  const known = new Set(journal.map(({ metadata }) => metadata?.id))
  const own = plan.notes.map((note) => toEntry(note, { plan, now }))
  const others = tasksOf(plan).flatMap(({ foreignId, notes }) =>
    notes.map((note) => toEntry(note, { plan, now, foreignId, taskId: idOf(foreignId) })),
  )
  const added = [...own, ...others].filter(({ metadata }) => {
    const isNew = !known.has(metadata?.id)
    known.add(metadata?.id)
    return isNew
  })
  return added.length === 0 ? journal : [...journal, ...added]
}

interface EntryContext {
  readonly plan: ForeignPlan
  readonly now: string
  readonly foreignId?: string
  readonly taskId?: string | undefined
}

function toEntry(
  { text, title, author, at }: ForeignNote,
  { plan, now, foreignId = '', taskId }: EntryContext,
): JournalEntry {
  const id = `import-${hashOf([plan.kind, foreignId, title ?? '', text])}`
  const entry: JournalEntry = {
    timestamp: at ?? now,
    entry_type: 'note',
    title: title ?? 'Note',
    content: text,
    author: author ?? `import:${plan.kind}`,
    metadata: { id },
  }
  return taskId === undefined ? entry : { ...entry, task_id: taskId }
}
