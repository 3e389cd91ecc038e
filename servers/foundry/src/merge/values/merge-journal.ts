import type { JournalEntry } from '../../spec/spec.ts'
import { isSame } from './canonical.ts'
import { mergeOrder } from './merge-order.ts'
import { toKeyed } from './merge-value.ts'
import type { Three } from './three.ts'
import { sortByTime } from './time-of.ts'

type Journal = readonly JournalEntry[]

/**
 * Merges journals by union, in the order of time. A line that both sides changed is kept twice: a
 * journal loses nothing.
 */
export function mergeJournal(journals: Three<Journal>): Journal {
  const base = toLines(journals.base ?? [])
  const first = toLines(journals.first)
  const second = toLines(journals.second)
  const { order } = mergeOrder({
    base: [...base.keys()],
    first: [...first.keys()],
    second: [...second.keys()],
  })
  const lines = order.flatMap((key) =>
    mergeLine({ base: base.get(key), first: first.get(key), second: second.get(key) }),
  )
  return sortByTime(lines, ({ timestamp }) => timestamp)
}

function mergeLine({ base, first, second }: Three<JournalEntry | undefined>): Journal {
  if (first === undefined) return second === undefined ? [] : [second]
  if (second === undefined || isSame(first, second) || isSame(base, second)) return [first]
  return isSame(base, first) ? [second] : [first, second]
}

/** Returns what tells the lines of a journal apart, in their order. */
export const journalKeys = (journal: Journal): readonly string[] => [...toLines(journal).keys()]

const toLines = (journal: Journal) => toKeyed(journal, ({ metadata }) => metadata?.['id'])
