import { boundTokens } from './bound-tokens.ts'
import { TokenScan } from './token-scan.ts'
import { type Vocabulary, createVocabulary } from './vocabulary/vocabulary.ts'

// Unpacked at first use: a pure result, so sharing it between servers shares no state.
const unpacked: { vocabulary?: Vocabulary } = {}

const vocabulary = (): Vocabulary => (unpacked.vocabulary ??= createVocabulary())

/** Starts to count the tokens of a text. */
export const scanTokens = (text: string): TokenScan => new TokenScan(text, vocabulary())

/**
 * How many tokens a text has at most, for the tokenizer o200k: never fewer than it really has. It
 * stops as soon as that is over the limit. The estimate of a text is at most the sum of those of
 * its parts where one of `{ } [ ] , : "` stands on either side of the seam.
 */
export function estimateTokens(text: string, limit = Infinity): number {
  const scan = scanTokens(text)
  while (scan.at < text.length && scan.thirds <= limit * 3) scan.step()
  return Math.ceil(scan.thirds / 3)
}

/** How many bytes a text has in UTF-8. */
const bytesOf = (text: string): number =>
  globalThis.Buffer?.byteLength(text) ?? new TextEncoder().encode(text).length

/**
 * Whether a text is within a budget by its size alone: no token is shorter than a byte. Much
 * quicker than an estimate, and false where only that can tell.
 */
export const isSurelyWithin = (text: string, budget: number): boolean =>
  text.length <= budget && (text.length * 3 <= budget || bytesOf(text) <= budget)

/** What a place inside of a word, or a sign that goes with the next one, may hide. */
const seamTokens = 8

/**
 * Whether the estimate of a text is within a budget; it stops as soon as the rest cannot make a
 * difference, whatever is in it.
 */
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

/** Longer texts are counted at once. */
const maxBytes = 128 * 1024

/**
 * Makes what tells whether a text is within a budget: by its size, else by a bound, and only where
 * these leave it open by counting. It holds the bytes of the text that it looks at.
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
