import { LetterTable } from '../language/letter-table.ts'
import { loadStemmer } from '../language/load-stemmer.ts'
import type { Pace } from '../pace/create-pace.ts'
import { countTerms } from '../terms/count-terms.ts'
import type { Terms } from '../terms/terms.ts'
import { toQuery } from '../terms/to-query.ts'
import type { Span } from '../text/span.ts'
import { preferExact } from './prefer-exact.ts'
import { scoreRelevance } from './score-relevance.ts'
import { scoreSalience } from './score-salience.ts'

/** What passages are scored with. */
export interface ScoreOptions {
  readonly text: string
  readonly query: string
  /** The language without script or region, such as `pt`. */
  readonly language: string
  readonly pace: Pace
}

/** The terms and scores of all passages. */
export interface PassageScores {
  readonly terms: Terms
  /** By passage: how much it says about the query. */
  readonly relevance: Float64Array
  /** By passage: how much it says about the whole text and the query. */
  readonly salience: Float64Array
}

/** Scores each passage of a text for a query. */
export async function scorePassages(
  passages: readonly Span[],
  { text, query, language, pace }: ScoreOptions,
): Promise<PassageScores> {
  const letters = new LetterTable()
  const stem = await loadStemmer(language)
  const wanted = toQuery(query, language, stem, letters)
  const terms = await countTerms(passages, { text, query: wanted, letters, pace })
  const relevance = scoreRelevance(terms, wanted.size)
  preferExact(relevance, passages, { text, words: wanted.words })
  const salience = scoreSalience(terms, relevance)
  return { terms, relevance, salience }
}
