import type { LetterTable } from '../language/letter-table.ts'
import type { Stem } from '../language/load-stemmer.ts'
import { noTerm } from './term-table.ts'

/** The terms of a query, and what is needed to compare words with them. */
export interface TermFinderOptions {
  /** The numbers of the terms by their stems. */
  readonly terms: ReadonlyMap<string, number>
  readonly language: string
  readonly stem: Stem
  readonly letters: LetterTable
}

/** Returns the number of the term that a word of a text is a form of; -1 for any other word. */
export type FindTerm = (text: string, start: number, end: number) => number

/** After so many stems no word is stemmed any more, so that the time has a bound. */
const mostStems = 50_000

/** Languages whose stemmers take something away from the beginning of a word. */
const cutsBeginnings: ReadonlySet<string> = new Set(['ar', 'ga', 'ta'])

/**
 * Creates a function that looks up words by their stems. It stems only words that begin as a term
 * does: stemming every word of a text would cost more than all other work.
 */
export function createTermFinder({ terms, language, stem, letters }: TermFinderOptions): FindTerm {
  if (terms.size === 0) return () => noTerm
  const isAnyBeginning = cutsBeginnings.has(language)
  const mayMatch = createBeginningTest(terms, letters)
  let stemsLeft = mostStems
  return (text, start, end) => {
    if (stemsLeft === 0) return noTerm
    if (!isAnyBeginning && !mayMatch(text, start, end)) return noTerm
    stemsLeft--
    return terms.get(stem(text.slice(start, end).toLowerCase())) ?? noTerm
  }
}

type TestWord = (text: string, start: number, end: number) => boolean

/** Creates a function that is true if a word begins as one of the terms does. */
function createBeginningTest(terms: ReadonlyMap<string, number>, letters: LetterTable): TestWord {
  const beginnings = new Set<number>()
  /** All prefixes of the beginnings, so that one letter decides for most words. */
  const prefixes = new Set<number>()
  for (const term of terms.keys()) {
    let key = 0
    for (let at = 0; at < Math.min(term.length, keptLetters(term)); at++) {
      key = addToKey(key, letters.baseOf(term.charCodeAt(at)))
      prefixes.add(key)
    }
    beginnings.add(key)
  }
  return (text, start, end) => {
    let key = 0
    for (let at = start; at < end; at++) {
      key = addToKey(key, letters.baseOf(text.charCodeAt(at)))
      if (!prefixes.has(key)) return false
      if (beginnings.has(key)) return true
    }
    return false
  }
}

/**
 * Returns how many letters at the beginning of a stem are in each of its words too. A stemmer
 * changes at most the last letter of the stem.
 */
const keptLetters = (term: string): number => Math.min(4, Math.max(2, term.length - 1))

const addToKey = (key: number, base: number): number => (Math.imul(key, 0x01000193) + base) | 0
