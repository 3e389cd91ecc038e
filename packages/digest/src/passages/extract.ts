import { detectLanguage } from '../language/detect-language.ts'
import type { Pace } from '../pace/create-pace.ts'
import type { EvidenceSnippet } from '../payload/digest-payload.ts'
import { toLocator } from '../payload/locator.ts'
import type { PayloadLimits } from '../payload/payload-limits.ts'
import type { CanonicalDocument } from '../text/canonical-document.ts'
import { type CodePointIndex, createCodePointIndex } from '../text/code-points.ts'
import type { Span } from '../text/span.ts'
import { type PassageScores, scorePassages } from './score-passages.ts'
import { selectPassages, toCandidates } from './select-passages.ts'
import { toPassages } from './to-passages.ts'

/** The parts of a digest that are taken from the text word for word. */
export interface Extract {
  readonly summary: string
  readonly keyPoints: readonly string[]
  readonly snippets: readonly EvidenceSnippet[]
}

/** How much is extracted, and how fast. */
export interface ExtractOptions {
  readonly limits: PayloadLimits
  readonly pace: Pace
  /** A BCP 47 tag; detected if absent. */
  readonly locale?: string | undefined
}

/** A document with its passages. */
interface Source {
  readonly document: CanonicalDocument
  readonly passages: readonly Span[]
  readonly index: CodePointIndex
}

/** The numbers of the passages for each part, best first. */
interface Choice {
  readonly summary: readonly number[]
  readonly keyPoints: readonly number[]
  readonly snippets: readonly number[]
}

/** How much of a short text each part may have, so that the digest is not longer than the text. */
const shares = { summary: 0.25, keyPoints: 0.25, snippets: 0.4 }

/** Chooses what a text says about a query, and what it says as a whole. */
export async function extract(
  document: CanonicalDocument,
  query: string,
  { limits, pace, locale }: ExtractOptions,
): Promise<Extract> {
  const { text } = document
  const { baseName, language } = new Intl.Locale(locale ?? detectLanguage(text))
  const index = createCodePointIndex(text)
  const maxChars = Math.min(limits.summaryChars, limits.keyPointChars, limits.snippetChars)
  const passages = await toPassages(text, { locale: baseName, maxChars, index, pace })
  if (passages.length === 0) return { summary: '', keyPoints: [], snippets: [] }
  const scores = await scorePassages(passages, { text, query, language, pace })
  await pace()
  const source = { document, passages, index }
  return quote(source, choose(source, scores, limits), scores.relevance)
}

function choose(
  { document, passages, index }: Source,
  { terms, relevance, salience }: PassageScores,
  limits: PayloadLimits,
): Choice {
  const salient = toCandidates(salience, terms)
  const relevant = toCandidates(relevance, terms)
  const charsOf = (passage: number) => {
    const { start, end } = spanOf(passages, passage)
    return index.toCodePoint(end) - index.toCodePoint(start)
  }
  const share = (part: keyof typeof shares) => Math.floor(document.chars * shares[part])
  return {
    // Each sentence of the summary but the first has a blank before it.
    summary: selectPassages(salient, {
      charsOf: (passage) => charsOf(passage) + 1,
      maxCount: passages.length,
      maxChars: Math.min(limits.summaryChars + 1, share('summary')),
    }),
    keyPoints: selectPassages(salient, {
      charsOf,
      maxCount: limits.keyPoints,
      maxChars: share('keyPoints'),
    }),
    snippets: selectPassages(relevant, {
      charsOf,
      maxCount: limits.snippets,
      maxChars: share('snippets'),
    }),
  }
}

/** Quotes the chosen passages: the summary in the order of the text, snippets by relevance. */
function quote(source: Source, choice: Choice, relevance: Float64Array): Extract {
  const { document, passages } = source
  const scoreOf = (passage: number) => relevance[passage] ?? 0
  const toLine = (passage: number) => {
    const { start, end } = spanOf(passages, passage)
    return document.text.slice(start, end).replaceAll('\n', ' ')
  }
  const sentences = choice.summary.toSorted((a, b) => a - b)
  const snippets = choice.snippets.toSorted((a, b) => scoreOf(b) - scoreOf(a) || a - b)
  return {
    summary: sentences.map(toLine).join(' '),
    keyPoints: choice.keyPoints.map(toLine),
    snippets: snippets.map((passage) => toSnippet(source, passage, scoreOf(passage))),
  }
}

function toSnippet(
  { document, passages, index }: Source,
  passage: number,
  relevance: number,
): EvidenceSnippet {
  const span = spanOf(passages, passage)
  const start = index.toCodePoint(span.start)
  const end = index.toCodePoint(span.end)
  const page = document.pages?.find((one) => start >= one.start && end <= one.end)?.page
  return {
    text: document.text.slice(span.start, span.end),
    locator: toLocator({ start, end, page }),
    // Rounded, but never to 0, which would say that nothing matched.
    relevance_score: Math.max(1, Math.round(relevance * 10_000)) / 10_000,
  }
}

function spanOf(passages: readonly Span[], passage: number): Span {
  const span = passages[passage]
  if (span === undefined) throw new RangeError(`There is no passage ${passage}.`)
  return span
}
