import type { LetterTable } from '../language/letter-table.ts'
import type { Pace } from '../pace/create-pace.ts'
import type { Span } from '../text/span.ts'
import { TermCounter } from './term-counter.ts'
import type { Terms } from './terms.ts'
import type { Query } from './to-query.ts'

/** What the terms of passages are counted with. */
export interface CountOptions {
  readonly text: string
  readonly query: Query
  readonly letters: LetterTable
  readonly pace: Pace
}

const pausePassages = 1_024

/** Counts the terms of all passages in one pass over the text. */
export async function countTerms(
  passages: readonly Span[],
  { text, query, letters, pace }: CountOptions,
): Promise<Terms> {
  const counter = new TermCounter(text, query, letters)
  for (const [passage, span] of passages.entries()) {
    if (passage % pausePassages === 0) await pace()
    counter.add(passage, span)
  }
  return counter.finish()
}
