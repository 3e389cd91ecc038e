import { wordsWithPrefix, wordsWithin } from './near-words.ts'
import { toWords } from './to-words.ts'

/** A text to be found, by its title first. */
export interface SearchDocument {
  readonly id: string
  readonly title: string
  readonly description: string
}

/** Finds documents. */
export interface SearchIndex {
  /**
   * Ids of documents that hold some of the words, the best first; words may be begun, or slightly
   * wrong.
   */
  search(query: string): readonly string[]
}

// BM25+ (Lv and Zhai, 2011); a word in the title counts three times, a begun or misspelt one less than half.
const [saturation, lengthWeight, floor] = [1.2, 0.7, 0.5]
const [titleWeight, prefixWeight, fuzzyWeight, fuzziness] = [3, 0.375, 0.45, 0.2]
const [mostWords, longestFuzzy] = [16, 40]

/** Makes an index of documents, once; searching it changes nothing. */
export function createSearchIndex(documents: readonly SearchDocument[]): SearchIndex {
  const fields = [
    toField(
      documents.map(({ title }) => title),
      titleWeight,
    ),
    toField(
      documents.map(({ description }) => description),
      1,
    ),
  ]
  const vocabulary = [...new Set(fields.flatMap(({ counts }) => [...counts.keys()]))].sort()
  const postings = vocabulary.map((word) => toPostings(word, fields, documents.length))

  return Object.freeze({
    search(query: string): readonly string[] {
      const scores = new Float64Array(documents.length)
      const found: number[] = []
      for (const word of [...new Set(toWords(query))].slice(0, mostWords)) {
        for (const [place, weight] of findWords(vocabulary, word))
          addScores(scores, found, postings[place], weight)
      }
      // Documents of equal score keep their order.
      return found
        .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
        .map((at) => documents[at]?.id ?? '')
    },
  })
}

interface Field {
  /** By word, how often it is in which document. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<number, number>>
  readonly lengths: readonly number[]
  readonly average: number
  readonly weight: number
}

function toField(texts: readonly string[], weight: number): Field {
  const counts = new Map<string, Map<number, number>>()
  const lengths = texts.map((text, at) => {
    const words = toWords(text)
    for (const word of words) {
      const found = counts.get(word) ?? new Map<number, number>()
      counts.set(word, found.set(at, (found.get(at) ?? 0) + 1))
    }
    return words.length
  })
  return {
    counts,
    lengths,
    weight,
    average: Math.max(
      1,
      lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length),
    ),
  }
}

/**
 * The documents that hold a word, and what it is worth in each: all that can be known before a
 * query.
 */
interface Postings {
  readonly documents: Uint32Array
  readonly scores: Float64Array
}

function toPostings(word: string, fields: readonly Field[], total: number): Postings {
  const worth = new Map<number, number>()
  for (const { counts, lengths, average, weight } of fields) {
    for (const [at, count] of counts.get(word) ?? []) {
      const length = saturation * (1 - lengthWeight + (lengthWeight * (lengths[at] ?? 0)) / average)
      worth.set(
        at,
        (worth.get(at) ?? 0) + weight * (floor + (count * (saturation + 1)) / (count + length)),
      )
    }
  }
  const rarity = Math.log(1 + (total - worth.size + 0.5) / (worth.size + 0.5))
  return {
    documents: Uint32Array.from(worth.keys()),
    scores: Float64Array.from(worth.values(), (value) => value * rarity),
  }
}

/** The words of the vocabulary that a word may mean, each with its weight. */
function findWords(vocabulary: readonly string[], word: string): ReadonlyMap<number, number> {
  const weights = new Map<number, number>()
  const most = word.length > longestFuzzy ? 0 : Math.round(word.length * fuzziness)
  for (const { place, distance } of wordsWithin(vocabulary, word, most)) {
    weights.set(place, distance === 0 ? 1 : (fuzzyWeight * word.length) / (word.length + distance))
  }
  for (const { place, distance } of wordsWithPrefix(vocabulary, word)) {
    weights.set(
      place,
      Math.max(
        weights.get(place) ?? 0,
        distance === 0 ? 1 : (prefixWeight * word.length) / (word.length + 0.3 * distance),
      ),
    )
  }
  return weights
}

/**
 * A document that is found for the first time has no score yet: what a word is worth is never
 * nothing.
 */
function addScores(
  scores: Float64Array,
  found: number[],
  postings: Postings | undefined,
  weight: number,
): void {
  postings?.documents.forEach((at, index) => {
    const before = scores[at] ?? 0
    if (before === 0) found.push(at)
    scores[at] = before + weight * (postings.scores[index] ?? 0)
  })
}
