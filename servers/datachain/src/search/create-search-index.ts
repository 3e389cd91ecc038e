import { nearWords, wordsWithPrefix } from './near-words.ts'
import { toWords } from './to-words.ts'

/** A document that can be found by its title and, with less weight, its description. */
export interface SearchDocument {
  readonly id: string
  readonly title: string
  readonly description: string
}

/** Finds documents. */
export interface SearchIndex {
  /**
   * The ids of documents that contain some of the words, the best first. Words may be begun or
   * slightly misspelt.
   */
  search(query: string): readonly string[]
}

// The parameters of BM25+ (Lv and Zhai, 2011).
const saturation = 1.2
const lengthWeight = 0.7
const floor = 0.5

const titleWeight = 3
const prefixWeight = 0.375
const fuzzyWeight = 0.45

/** Wrong letters for each letter of a word. */
const fuzziness = 0.2
const mostWords = 16
const longestFuzzy = 40

/** Creates an index of documents; searching does not change it. */
export function createSearchIndex(documents: readonly SearchDocument[]): SearchIndex {
  const titles = documents.map(({ title }) => title)
  const descriptions = documents.map(({ description }) => description)
  const fields = [toField(titles, titleWeight), toField(descriptions, 1)]
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
  /** By word: in which documents it is, and how often. */
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
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const average = Math.max(1, total / Math.max(1, lengths.length))
  return { counts, lengths, weight, average }
}

/** The documents that contain a word, and the score of the word in each, before its weight. */
interface Postings {
  readonly documents: Uint32Array
  readonly scores: Float64Array
}

function toPostings(word: string, fields: readonly Field[], total: number): Postings {
  const worth = new Map<number, number>()
  for (const { counts, lengths, average, weight } of fields) {
    for (const [at, count] of counts.get(word) ?? []) {
      const length = saturation * (1 - lengthWeight + (lengthWeight * (lengths[at] ?? 0)) / average)
      const score = floor + (count * (saturation + 1)) / (count + length)
      worth.set(at, (worth.get(at) ?? 0) + weight * score)
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
  const { length } = word
  const most = length > longestFuzzy ? 0 : Math.round(length * fuzziness)
  for (const { place, distance } of nearWords(vocabulary, word, most))
    weights.set(place, distance === 0 ? 1 : (fuzzyWeight * length) / (length + distance))
  for (const { place, distance } of wordsWithPrefix(vocabulary, word)) {
    const weight = distance === 0 ? 1 : (prefixWeight * length) / (length + 0.3 * distance)
    weights.set(place, Math.max(weights.get(place) ?? 0, weight))
  }
  return weights
}

/** A document without a score is found for the first time: no word has a score of zero. */
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
