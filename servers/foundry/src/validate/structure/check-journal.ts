import type { Draft } from '../faults/create-draft.ts'
import type { Report } from '../faults/create-faults.ts'
import { isJsonObject, type JsonObject } from '../faults/is-json-object.ts'
import { mendIf } from '../faults/mend-if.ts'
import { quote } from '../faults/quote.ts'

const members = ['timestamp', 'entry_type', 'title', 'content', 'author'] as const

/** What a line of the journal says if nobody wrote more. */
const defaults: Readonly<Record<(typeof members)[number], string>> = {
  timestamp: '1970-01-01T00:00:00Z',
  entry_type: 'note',
  title: '',
  content: '',
  author: 'unknown',
}

/** Reports a journal that is not an array of lines, and the lines that are not. */
export function checkJournal({ journal }: JsonObject, report: Report): void {
  if (journal === undefined) return
  if (!Array.isArray(journal)) {
    const message = `The journal is ${quote(journal)}, and not an array.`
    report('INVALID_JOURNAL_ENTRY', ['journal'], message, {
      hint: 'Write an array of entries, or leave the journal out.',
      mend: mendIf(journal === null, (draft) => draft.remove(['journal'])),
    })
    return
  }
  for (const [at, entry] of journal.entries()) checkEntry(entry, at, report)
}

function checkEntry(entry: unknown, at: number, report: Report): void {
  if (!isJsonObject(entry)) {
    const message = `Entry ${at} of the journal is ${quote(entry)}, and not an object.`
    report('INVALID_JOURNAL_ENTRY', ['journal', at], message, { hint: 'Remove it.' })
    return
  }
  for (const name of members) {
    const value = entry[name]
    if (typeof value === 'string') continue
    const message =
      value === undefined
        ? `Entry ${at} of the journal has no ${name}.`
        : `The ${name} of entry ${at} of the journal is ${quote(value)}, and not a string.`
    report('INVALID_JOURNAL_ENTRY', ['journal', at, name], message, {
      hint: `Every entry has strings as its ${members.join(', ')}.`,
      mend: mendIf(value === undefined || value === null, (draft) => fill(draft, at, name)),
    })
  }
  checkRest(entry, at, report)
}

function checkRest({ task_id: task, metadata }: JsonObject, at: number, report: Report): void {
  if (task !== undefined && typeof task !== 'string') {
    const message = `The task_id of entry ${at} of the journal is ${quote(task)}, and not a string.`
    report('INVALID_JOURNAL_ENTRY', ['journal', at, 'task_id'], message, {
      hint: 'Write the id of a task, or leave it out.',
      mend: mendIf(task === null, (draft) => leaveOut(draft, at, 'task_id')),
    })
  }
  if (metadata === undefined || isJsonObject(metadata)) return
  const message = `The metadata of entry ${at} of the journal are not an object.`
  report('INVALID_JOURNAL_ENTRY', ['journal', at, 'metadata'], message, {
    hint: 'Write an object, or leave them out.',
    mend: mendIf(metadata === null, (draft) => leaveOut(draft, at, 'metadata')),
  })
}

/** Completes an entry; one without a time is as old as the spec. */
function fill(draft: Draft, at: number, name: (typeof members)[number]): void {
  const generated = draft.get(['generated'])
  const isTime = name === 'timestamp' && typeof generated === 'string'
  changeEntry(draft, at, (entry) => ({ ...entry, [name]: isTime ? generated : defaults[name] }))
}

function leaveOut(draft: Draft, at: number, name: string): void {
  const withoutIt = (entry: JsonObject) =>
    Object.fromEntries(Object.entries(entry).filter(([key]) => key !== name))
  changeEntry(draft, at, withoutIt)
}

function changeEntry(draft: Draft, at: number, change: (entry: JsonObject) => JsonObject): void {
  const journal = draft.get(['journal'])
  if (!Array.isArray(journal)) return
  const entry: unknown = journal[at]
  if (isJsonObject(entry)) draft.set(['journal'], journal.with(at, change(entry)))
}
