import { type LetterTable, isNgramLetter, ngramSize } from '../language/letter-table.ts'
import type { Stem } from '../language/load-stemmer.ts'
import { stopWords } from '../language/stop-words.ts'
import { canonicalText } from '../text/canonical-text.ts'

/** What a query asks for, as terms numbered from 0. */
export interface Query {
  readonly size: number
  /** The number of the term that the word at a place of a text stands for; -1 for any other word. */
  find(text: string, start: number, end: number): number
  /** Terms of scripts that are read as n-grams. */
  readonly ngrams: ReadonlyMap<string, number>
  /** Terms that are shorter than an n-gram, and so are looked for as parts of longer runs. */
  readonly parts: ReadonlyMap<string, number>
  /** The function words of the language, less those that are terms. */
  readonly common: readonly string[]
}

const mostTerms = 64
const mostUnits = 10_000
const mostStems = 50_000

/** Languages whose stemmers take something away from the beginning of a word. */
const cutsBeginnings: ReadonlySet<string> = new Set(['ar', 'ga', 'ta'])

/** The terms of a query; function words count only where there is nothing else. */
export function toQuery(text: string, language: string, stem: Stem, letters: LetterTable): Query {
  const words =
    canonicalText(text.slice(0, mostUnits))
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const common = Object.hasOwn(stopWords, language) ? stopWords[language] : undefined
  const telling = words.filter((word) => !common?.has(word))
  const asked = telling.length > 0 ? telling : words
  const [terms, ngrams, parts] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ]
  const add = (to: Map<string, number>, term: string) => {
    const size = terms.size + ngrams.size + parts.size
    if (size < mostTerms && !to.has(term)) to.set(term, size)
  }
  for (const run of asked.flatMap(splitScripts)) {
    const size = ngramSize(run.charCodeAt(0))
    if (!isNgramLetter(run.charCodeAt(0))) add(terms, stem(run))
    else if (run.length < size) add(parts, run)
    else for (let at = 0; at + size <= run.length; at++) add(ngrams, run.slice(at, at + size))
  }
  return {
    size: terms.size + ngrams.size + parts.size,
    ngrams,
    parts,
    common: [...(common ?? [])].filter((word) => !asked.includes(word)),
    find: createFinder(terms, cutsBeginnings.has(language), stem, letters),
  }
}

/**
 * Looks up words by their stems, where those might be terms: stemming each word of a text would
 * cost more than all the rest.
 */
function createFinder(
  terms: ReadonlyMap<string, number>,
  isAnyBeginning: boolean,
  stem: Stem,
  letters: LetterTable,
): Query['find'] {
  const beginnings = new Set<number>()
  /** Of the beginnings, so that most words are told apart by one letter. */
  const prefixes = new Set<number>()
  for (const term of terms.keys()) {
    let key = 0
    for (let at = 0; at < Math.min(term.length, keptLetters(term)); at++) {
      key = addToKey(key, letters.baseOf(term.charCodeAt(at)))
      prefixes.add(key)
    }
    beginnings.add(key)
  }
  const mayMatch = (text: string, start: number, end: number) => {
    let key = 0
    for (let at = start; at < end; at++) {
      key = addToKey(key, letters.baseOf(text.charCodeAt(at)))
      if (!prefixes.has(key)) return false
      if (beginnings.has(key)) return true
    }
    return false
  }
  let stemsLeft = mostStems
  return (text, start, end) => {
    if (terms.size === 0 || stemsLeft === 0 || !(isAnyBeginning || mayMatch(text, start, end)))
      return -1
    stemsLeft--
    return terms.get(stem(text.slice(start, end).toLowerCase())) ?? -1
  }
}

/**
 * How many letters at the beginning of a stem are those of each of its words: stemmers change no
 * more than the last one of what they leave.
 */
const keptLetters = (term: string): number => Math.min(4, Math.max(2, term.length - 1))

const addToKey = (key: number, base: number): number => (Math.imul(key, 0x01000193) + base) | 0

/** Runs of letters that are n-grams, and runs that are not. */
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
