import type { LetterTable } from '../language/letter-table.ts'
import { isNgramLetter, ngramSize } from '../language/ngrams.ts'
import type { Span } from '../text/span.ts'
import { TermTable, newTerm, noTerm, notCounted } from './term-table.ts'
import type { Hit, Terms } from './terms.ts'
import type { Query } from './to-query.ts'

/** Odd numbers without a pattern, one for each half of a hash. */
const firstFactor = 0x01000193
const secondFactor = 0x9e3779b1

/** Counts the terms of passages, which are added in order. */
export class TermCounter {
  readonly #text: string
  readonly #query: Query
  readonly #letters: LetterTable
  readonly #table: TermTable
  readonly #starts: number[] = []
  readonly #hits: Hit[] = []
  /** By term of the query: how often the current passage has it. */
  readonly #hitCounts: Uint32Array
  #hasHits = false
  #ids: Int32Array
  #size = 0

  constructor(text: string, query: Query, letters: LetterTable) {
    this.#text = text
    this.#query = query
    this.#letters = letters
    this.#table = new TermTable(text.length / 32)
    this.#hitCounts = new Uint32Array(query.size)
    this.#ids = new Int32Array(text.length / 4 + 16)
    for (const word of query.common) this.#table.add(firstHash(word), secondHash(word), notCounted)
    for (const [ngram, term] of query.ngrams)
      this.#table.add(firstHash(ngram), secondHash(ngram), term)
  }

  /** Counts the terms of the next passage. */
  add(passage: number, { start, end }: Span): void {
    const text = this.#text
    this.#starts.push(this.#size)
    for (let at = start; at < end;) {
      if (this.#letters.foldAt(text, at) === 0) at++
      else if (isNgramLetter(text.charCodeAt(at))) at = this.#addNgrams(passage, at, end)
      else at = this.#addWord(passage, at, end)
    }
    if (this.#hasHits) this.#collectHits(passage)
  }

  /** Returns the terms of all passages that were added. */
  finish(): Terms {
    return {
      starts: [...this.#starts, this.#size],
      ids: this.#ids.subarray(0, this.#size),
      spread: this.#table.spread(),
      hits: this.#hits,
    }
  }

  /** Adds the word at an offset and returns its end. */
  #addWord(passage: number, start: number, limit: number): number {
    const text = this.#text
    let first = 0
    let second = 0
    let end = start
    for (; end < limit && !isNgramLetter(text.charCodeAt(end)); end++) {
      const fold = this.#letters.foldAt(text, end)
      if (fold === 0) break
      first = Math.imul(first, firstFactor) ^ fold
      second = Math.imul(second ^ fold, secondFactor)
    }
    if (!this.#count(passage, first, second)) {
      this.#table.add(first, second, this.#query.find(text, start, end))
      this.#count(passage, first, second)
    }
    return end
  }

  /** Adds the n-grams of the run at an offset and returns its end. */
  #addNgrams(passage: number, start: number, limit: number): number {
    const text = this.#text
    let end = start + 1
    while (end < limit && this.#isNgramAt(end)) end++
    const size = ngramSize(text.charCodeAt(start))
    // A run that is shorter than an n-gram is one term.
    for (let at = start; at === start || at + size <= end; at++)
      this.#addNgram(passage, at, Math.min(end, at + size))
    if (this.#query.parts.size > 0) this.#findParts(text.slice(start, end))
    return end
  }

  #isNgramAt(at: number): boolean {
    const text = this.#text
    return isNgramLetter(text.charCodeAt(at)) && this.#letters.foldAt(text, at) !== 0
  }

  #addNgram(passage: number, start: number, end: number): void {
    const first = firstHash(this.#text, start, end)
    const second = secondHash(this.#text, start, end)
    if (this.#count(passage, first, second)) return
    this.#table.add(first, second, noTerm)
    this.#count(passage, first, second)
  }

  #findParts(run: string): void {
    for (const [part, term] of this.#query.parts) {
      for (let at = run.indexOf(part); at !== -1; at = run.indexOf(part, at + 1)) this.#hit(term)
    }
  }

  /** Counts a term if the table has it, and returns true if it does. */
  #count(passage: number, first: number, second: number): boolean {
    const id = this.#table.count(passage, first, second)
    if (id === newTerm) return false
    if (id === noTerm) return true
    if (this.#size === this.#ids.length) this.#grow()
    this.#ids[this.#size] = id
    this.#size++
    const term = this.#table.queryTermOf(id)
    if (term !== noTerm) this.#hit(term)
    return true
  }

  #hit(term: number): void {
    this.#hitCounts[term] = (this.#hitCounts[term] ?? 0) + 1
    this.#hasHits = true
  }

  #collectHits(passage: number): void {
    for (const [term, count] of this.#hitCounts.entries()) {
      if (count > 0) this.#hits.push({ passage, term, count })
    }
    this.#hitCounts.fill(0)
    this.#hasHits = false
  }

  #grow(): void {
    const ids = new Int32Array(this.#ids.length * 2)
    ids.set(this.#ids)
    this.#ids = ids
  }
}

/** Returns the first half of the hash of a term in lowercase. */
function firstHash(text: string, start = 0, end = text.length): number {
  let hash = 0
  for (let at = start; at < end; at++) hash = Math.imul(hash, firstFactor) ^ text.charCodeAt(at)
  return hash
}

/** Returns the second half. */
function secondHash(text: string, start = 0, end = text.length): number {
  let hash = 0
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), secondFactor)
  return hash
}
