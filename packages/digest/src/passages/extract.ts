import { detectLanguage } from '../language/detect-language.ts'
import { LetterTable } from '../language/letter-table.ts'
import { loadStemmer } from '../language/load-stemmer.ts'
import type { EvidenceSnippet } from '../payload/digest-payload.ts'
import { toLocator } from '../payload/locator.ts'
import { countTerms } from '../terms/count-terms.ts'
import { toQuery } from '../terms/to-query.ts'
import type { CanonicalDocument } from '../text/canonical-document.ts'
import { type CodePointIndex, createCodePointIndex } from '../text/code-points.ts'
import type { Span } from '../text/span.ts'
import type { Pace } from '../work/create-pace.ts'
import type { PayloadLimits } from '../work/limits.ts'
import { scoreRelevance } from './score-relevance.ts'
import { scoreSalience } from './score-salience.ts'
import { selectPassages, toCandidates } from './select-passages.ts'
import { toPassages } from './to-passages.ts'

/** The parts of a digest that are taken from the text word for word. */
export interface Extract {
  readonly summary: string
  readonly keyPoints: readonly string[]
  readonly snippets: readonly EvidenceSnippet[]
}

export interface ExtractOptions {
  readonly limits: PayloadLimits
  readonly pace: Pace
  /** A BCP 47 tag; detected when absent. */
  readonly locale?: string
}

/** How much of a short text each part may take, so that the digest is not longer than the text. */
const shares = { summary: 0.25, keyPoints: 0.25, snippets: 0.4 }

/** Chooses what a text says about a query, and what it says at all. */
export async function extract(
  document: CanonicalDocument,
  query: string,
  { limits, pace, locale }: ExtractOptions,
): Promise<Extract> {
  const { text, chars } = document
  const language = new Intl.Locale(locale ?? detectLanguage(text))
  const index = createCodePointIndex(text)
  const maxChars = Math.min(limits.summaryChars, limits.keyPointChars, limits.snippetChars)
  const passages = await toPassages(text, { locale: language.baseName, maxChars, index, pace })
  if (passages.length === 0) return { summary: '', keyPoints: [], snippets: [] }

  const letters = new LetterTable()
  const wanted = toQuery(query, language.language, await loadStemmer(language.language), letters)
  const terms = await countTerms(text, passages, wanted, letters, pace)
  const relevance = scoreRelevance(terms, wanted.size)
  const salience = scoreSalience(terms, relevance)
  await pace()

  const charsOf = (passage: number) => {
    const { start, end } = at(passages, passage)
    return index.toCodePoint(end) - index.toCodePoint(start)
  }
  const share = (part: keyof typeof shares) => Math.floor(chars * shares[part])
  const [salient, relevant] = [toCandidates(salience, terms), toCandidates(relevance, terms)]
  // Each sentence of the summary but the first has a blank before it.
  const summary = selectPassages(salient, {
    charsOf: (passage) => charsOf(passage) + 1,
    maxCount: passages.length,
    maxChars: Math.min(limits.summaryChars + 1, share('summary')),
  })
  const keyPoints = selectPassages(salient, {
    charsOf,
    maxCount: limits.keyPoints,
    maxChars: share('keyPoints'),
  })
  const snippets = selectPassages(relevant, {
    charsOf,
    maxCount: limits.snippets,
    maxChars: share('snippets'),
  })
  const toLine = (passage: number) => sliceOf(text, at(passages, passage)).replaceAll('\n', ' ')
  return {
    summary: summary
      .toSorted((a, b) => a - b)
      .map(toLine)
      .join(' '),
    keyPoints: keyPoints.map(toLine),
    snippets: snippets
      .toSorted((a, b) => (relevance[b] ?? 0) - (relevance[a] ?? 0) || a - b)
      .map((passage) => toSnippet(document, at(passages, passage), relevance[passage] ?? 0, index)),
  }
}

function toSnippet(
  { text, pages }: CanonicalDocument,
  span: Span,
  relevance: number,
  index: CodePointIndex,
): EvidenceSnippet {
  const [start, end] = [index.toCodePoint(span.start), index.toCodePoint(span.end)]
  const page = pages?.find((one) => start >= one.start && end <= one.end)?.page
  // Rounded, but never to 0, which would say that nothing matched.
  return {
    text: sliceOf(text, span),
    locator: toLocator({ start, end, page }),
    relevance_score: Math.max(1, Math.round(relevance * 10_000)) / 10_000,
  }
}

const sliceOf = (text: string, { start, end }: Span): string => text.slice(start, end)

function at(passages: readonly Span[], passage: number): Span {
  const span = passages[passage]
  if (span === undefined) throw new RangeError(`There is no passage ${passage}.`)
  return span
}
