import type { LetterTable } from '../language/letter-table.ts'
import type { Stem } from '../language/load-stemmer.ts'
import { isNgramLetter, ngramSize } from '../language/ngrams.ts'
import { stopWords } from '../language/stop-words.ts'
import { canonicalText } from '../text/canonical-text.ts'
import { type FindTerm, createTermFinder } from './create-term-finder.ts'

/** What a query asks for, as terms numbered from 0. */
export interface Query {
  readonly size: number
  /** The words that were asked for, as they were written, in lower case. */
  readonly words: readonly string[]
  readonly find: FindTerm
  /** The terms of scripts that are read as n-grams. */
  readonly ngrams: ReadonlyMap<string, number>
  /** The terms that are shorter than an n-gram, and so are searched inside longer runs. */
  readonly parts: ReadonlyMap<string, number>
  /** The function words of the language, without those that are terms. */
  readonly common: readonly string[]
}

const mostTerms = 64
const mostUnits = 10_000

const noWords: ReadonlySet<string> = new Set()

/** Returns the terms of a query. Function words count only if the query has no other words. */
export function toQuery(text: string, language: string, stem: Stem, letters: LetterTable): Query {
  const common = stopWords.get(language) ?? noWords
  const asked = wordsAskedFor(text, common)
  const terms = new Map<string, number>()
  const ngrams = new Map<string, number>()
  const parts = new Map<string, number>()
  const countAll = () => terms.size + ngrams.size + parts.size
  const add = (to: Map<string, number>, term: string) => {
    const number = countAll()
    if (number < mostTerms && !to.has(term)) to.set(term, number)
  }
  for (const run of asked.flatMap(splitScripts)) {
    const letter = run.charCodeAt(0)
    const size = ngramSize(letter)
    if (!isNgramLetter(letter)) add(terms, stem(run))
    else if (run.length < size) add(parts, run)
    else for (let at = 0; at + size <= run.length; at++) add(ngrams, run.slice(at, at + size))
  }
  return {
    size: countAll(),
    words: asked,
    ngrams,
    parts,
    common: [...common].filter((word) => !asked.includes(word)),
    find: createTermFinder({ terms, language, stem, letters }),
  }
}

function wordsAskedFor(text: string, common: ReadonlySet<string>): readonly string[] {
  const plain = canonicalText(text.slice(0, mostUnits)).toLowerCase()
  const words = plain.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const telling = words.filter((word) => !common.has(word))
  return telling.length > 0 ? telling : words
}

/** Splits a word into runs of letters that are read as n-grams, and runs that are not. */
function splitScripts(word: string): readonly string[] {
  const runs: string[] = []
  for (let start = 0; start < word.length;) {
    const isNgram = isNgramLetter(word.charCodeAt(start))
    let end = start + 1
    while (end < word.length && isNgramLetter(word.charCodeAt(end)) === isNgram) end++
    runs.push(word.slice(start, end))
    start = end
  }
  return runs
}
