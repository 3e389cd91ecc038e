import { boundTokens } from './bound-tokens.ts'
import { bytesOf } from './bytes-of.ts'
import { TokenScan } from './token-scan.ts'
import { type Vocabulary, createVocabulary } from './vocabulary/vocabulary.ts'

// Unpacked at first use: a pure result, so sharing it between servers shares no state.
const unpacked: { vocabulary?: Vocabulary } = {}

const vocabulary = (): Vocabulary => (unpacked.vocabulary ??= createVocabulary())

/** Starts to count the tokens of a string. */
export const scanTokens = (text: string): TokenScan => new TokenScan(text, vocabulary())

/**
 * Returns how many tokens a string has at most, for the tokenizer o200k: never fewer than it really
 * has. Counting stops over the limit. The estimate is at most the sum of those of two parts if one
 * of `{ } [ ] , : "` is on either side of the seam.
 */
export function estimateTokens(text: string, limit = Infinity): number {
  const scan = scanTokens(text)
  while (scan.at < text.length && scan.thirds <= limit * 3) scan.step()
  return Math.ceil(scan.thirds / 3)
}

/**
 * True if a string is within a budget by its size alone: no token is shorter than a byte. This is
 * much quicker than an estimate, and false if only an estimate can say it.
 */
export const isSurelyWithin = (text: string, budget: number): boolean =>
  text.length <= budget && (text.length * 3 <= budget || bytesOf(text) <= budget)

/** More tokens than can be hidden in a word or sign that is only partly counted. */
const seamTokens = 8

/** True if the estimate of a string is within a budget; stops once the rest cannot matter. */
function isCountWithin(text: string, budget: number): boolean {
  const bytesPerUnit = bytesOf(text) === text.length ? 1 : 3
  const scan = scanTokens(text)
  while (scan.at < text.length) {
    if (scan.thirds > budget * 3) return false
    if (scan.thirds / 3 + (text.length - scan.at) * bytesPerUnit + seamTokens <= budget) return true
    scan.step()
  }
  return scan.thirds <= budget * 3
}

/** Longer strings are counted without trying a bound first. */
const maxBytes = 128 * 1024

/**
 * Creates a function that says if a string is within a budget: by its size, else by a bound, and by
 * counting only if these leave it open. It keeps a buffer for the bytes of the string.
 */
export function createIsWithin(): (text: string, budget: number) => boolean {
  const bytes = new Uint8Array(maxBytes)
  const encoder = new TextEncoder()

  function isBoundWithin(text: string, budget: number): boolean {
    if (text.length > maxBytes) return false
    const { read, written } = encoder.encodeInto(text, bytes)
    bytes.fill(0, written, written + 3)
    return read === text.length && boundTokens(bytes, written, budget, vocabulary()) <= budget
  }

  return (text, budget) =>
    isSurelyWithin(text, budget) || isBoundWithin(text, budget) || isCountWithin(text, budget)
}
