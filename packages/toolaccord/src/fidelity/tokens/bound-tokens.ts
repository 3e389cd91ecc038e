import { capital, characterKinds, digit, foreign, sign, small, space } from './character-kinds.ts'
import type { Vocabulary } from './vocabulary/vocabulary.ts'
import { addLetter, afterSpace, bare, maxLetters, startLetters } from './vocabulary/word-set.ts'

const quote = 34
const apostrophe = 39
const comma = 44
const colon = 58
const smallA = 97
const smallZ = 122

/**
 * Returns at least as many tokens as o200k has for a text: one for each byte, less what known
 * words, numbers and the punctuation of JSON surely save. This is several times as quick as
 * counting. It stops as soon as it is clear if the bound is more than enough.
 *
 * @param bytes The text in UTF-8, with three zeros after it.
 * @param length The number of its bytes.
 * @param enough The budget that the bound is compared with.
 */
export function boundTokens(
  bytes: Uint8Array,
  length: number,
  enough: number,
  { words, asciiPairs }: Vocabulary,
): number {
  // Three for each token: knowing that two neighbours are one token together saves a third.
  let saved = 0
  for (let at = 0; at < length;) {
    const start = at++
    const initial = bytes[start] ?? 0
    const kind = characterKinds[initial] ?? foreign
    if (kind <= space) continue
    const before = characterKinds[start === 0 ? 0 : (bytes[start - 1] ?? 0)] ?? foreign
    if (kind === sign) {
      if (initial === quote && isLetterOrDigit(before) && isJoint(bytes, start)) {
        saved += 2 * 3
        at += 2
      }
    } else if (kind === digit) {
      while (characterKinds[bytes[at] ?? 0] === digit) at++
      // Up to three digits are one token, but those of another script beside them may shift them.
      if (before !== foreign && characterKinds[bytes[at] ?? 0] !== foreign)
        saved += 3 * (at - start - Math.floor((at - start + 2) / 3))
    } else if (kind === small || kind === capital) {
      let first = startLetters(initial)
      let second = 0
      let third = 0
      let code = bytes[at] ?? 0
      while (code >= smallA && code <= smallZ) {
        const place = at - start
        if (place < 6) first = addLetter(first, code)
        else if (place < 12) second = addLetter(second, code)
        else third = addLetter(third, code)
        code = bytes[++at] ?? 0
      }
      // A contraction such as 's ends a piece, whatever letters follow.
      if (before === sign && bytes[start - 1] === apostrophe) continue
      // Letters of another script may go on with the word.
      const where = at - start > maxLetters || code >= 128 ? 0 : words.find(first, second, third)
      if (before === space && (where & afterSpace) !== 0) saved += 3 * (at - start)
      else if ((before === sign || before === digit) && (where & bare) !== 0)
        saved += 3 * (at - start - 1)
      else
        for (let next = start + 1; next < at; next++)
          saved += asciiPairs[(bytes[next - 1] ?? 0) * 128 + (bytes[next] ?? 0)] ?? 0
      if (saved >= 3 * (length - enough) || 3 * at - saved > 3 * enough) break
    }
  }
  return Math.ceil(length - saved / 3)
}

const isLetterOrDigit = (kind: number): boolean => kind >= digit && kind <= small

/**
 * True if the three characters here are those between two JSON strings, such as a name and its
 * value; they are one token between letters and digits.
 */
const isJoint = (bytes: Uint8Array, at: number): boolean =>
  (bytes[at + 1] === colon || bytes[at + 1] === comma) &&
  bytes[at + 2] === quote &&
  isLetterOrDigit(characterKinds[bytes[at + 3] ?? 0] ?? foreign)
