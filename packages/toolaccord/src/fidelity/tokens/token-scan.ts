import {
  capital,
  characterKinds,
  control,
  digit,
  foreign,
  none,
  sign,
  small,
  space,
  white,
} from './character-kinds.ts'
import { isDrawn, mostTokensOfCharacters, mostTokensOfLetters } from './most-tokens.ts'
import type { Vocabulary } from './vocabulary/vocabulary.ts'
import { afterSpace, bare } from './vocabulary/word-set.ts'

const kindOf = (code: number): number => (code < 128 ? (characterKinds[code] ?? control) : foreign)
const isLetter = (kind: number): boolean => kind === small || kind === capital
const isLetterOrDigit = (kind: number): boolean =>
  kind === small || kind === capital || kind === digit
/** True if a row of one sign surely ends here. */
const isEdge = (kind: number): boolean => kind >= white && kind <= small && kind !== sign

/**
 * Of any two neighbouring tokens in a row of one character, one has at least this length, because
 * all rows of up to twice the length are tokens.
 */
const rowLengths: Readonly<Record<string, number>> = {
  '=': 8,
  '-': 8,
  '.': 5,
  '*': 4,
  _: 4,
  '#': 3,
}
const spaceRow = 40
const newlineRow = 5
const tabRow = 10
const rowTokens = (count: number, length: number): number =>
  count === 0 ? 0 : 1 + Math.floor(count / length)

const tab = 9
const newline = 10
const apostrophe = 39

/**
 * Longer words are taken in parts, so that a string can be cut inside of them. It is a multiple of
 * three, because three digits are one token.
 */
const maxStep = 60

/** Counts the most tokens that a string can have, piece by piece as o200k cuts it. */
export class TokenScan {
  /** All before this place is counted, except a space or sign that goes with what follows. */
  at = 0
  /** Three for each token: knowing that two signs are one token together saves a third. */
  thirds = 0
  readonly #text: string
  readonly #vocabulary: Vocabulary
  /** A space or sign that is not counted yet, because it goes with what follows. */
  #waiting = -1
  /** True if the last step ended inside of a word. */
  #isTorn = false

  constructor(text: string, vocabulary: Vocabulary) {
    this.#text = text
    this.#vocabulary = vocabulary
  }

  /** True if everything before this place is counted. */
  get isWhole(): boolean {
    return this.#waiting === -1
  }

  /** Counts the next piece; there must be one. */
  step(): void {
    const kind = this.#kindAt(this.at)
    if (kind >= capital) {
      if (kind === foreign) this.#foreign()
      else this.#word(kind)
    } else if (kind === space) this.#spaces()
    else if (kind === sign) this.#signs()
    else if (kind === digit) this.#digits()
    else this.#white()
  }

  #kindAt(at: number): number {
    if (at >= 0 && at < this.#text.length) return kindOf(this.#text.charCodeAt(at))
    return none
  }

  #endOf(kind: number, from: number, limit = Infinity): number {
    const text = this.#text
    const last = Math.min(limit, text.length)
    let end = from
    while (end < last && kindOf(text.charCodeAt(end)) === kind) end++
    return end
  }

  #take(end: number, tokens: number): void {
    this.thirds += tokens * 3
    this.at = end
    this.#waiting = -1
  }

  /**
   * Capitals and then small letters: o200k begins a new piece where a capital follows a small
   * letter.
   */
  #word(kind: number): void {
    const start = this.at
    const limit = start + maxStep
    const smallFrom = kind === capital ? this.#endOf(capital, start + 1, limit) : start
    const end = this.#endOf(small, smallFrom, limit)
    const wasTorn = this.#isTorn
    this.#isTorn = end === limit && isLetter(this.#kindAt(end))
    const mayBeKnown = !wasTorn && !this.#isTorn && smallFrom <= start + 1
    const known = mayBeKnown ? this.#knownWord(start, end) : undefined
    this.#take(end, known ?? this.#unknownWord(start, end) + (wasTorn ? 1 : 0))
  }

  #knownWord(start: number, end: number): number | undefined {
    const before = this.#kindAt(start - 1)
    const after = this.#text.charCodeAt(end)
    if (before === foreign || before === control) return undefined
    // A character beyond ASCII may belong to the same piece; dashes, quotes and dots do not.
    if (after >= 128 && (after < 0x2010 || after > 0x2027)) return undefined
    if (this.#isContraction(start)) return undefined
    const where = this.#vocabulary.words.findIn(this.#text, start, end)
    if (before === space) {
      if ((where & afterSpace) === 0) return undefined
      return 1
    }
    if ((where & bare) === 0) return undefined
    if (this.#waiting === -1) return 1
    return 2
  }

  #unknownWord(start: number, end: number): number {
    const from = this.#waiting === -1 ? start : this.#waiting
    const most = mostTokensOfLetters(this.#text, from, end, this.#vocabulary)
    const isMore = this.#isContraction(start)
      ? end - start > 2
      : isDrawn(this.#text.charCodeAt(start - 1), this.#text.charCodeAt(start))
    if (isMore) return most + 1
    return most
  }

  /** The end of a contraction such as 's or 'll ends a piece, whatever letters follow. */
  #isContraction(start: number): boolean {
    return this.#text.charCodeAt(start - 1) === apostrophe && this.#kindAt(start - 2) >= capital
  }

  #foreign(): void {
    const limit = this.at + maxStep
    let end = this.#endOf(foreign, this.at + 1, limit)
    const isMore = end === limit && this.#kindAt(end) === foreign
    if (isMore && (this.#text.charCodeAt(end) & 0xfc00) === 0xdc00) end++
    const from = this.#waiting === -1 ? this.at : this.#waiting
    const most = mostTokensOfCharacters(this.#text, from, end, this.#vocabulary)
    this.#take(end, most + (this.#isTorn ? 1 : 0))
    this.#isTorn = isMore
  }

  /** Up to three digits are one token. */
  #digits(): void {
    const end = this.#endOf(digit, this.at + 1, this.at + maxStep)
    // Digits of another script may be in the same piece and shift the others.
    const shifted = this.#kindAt(this.at - 1) === foreign ? 1 : 0
    this.#take(end, Math.ceil((end - this.at) / 3) + shifted)
  }

  /** The last space of a row goes with the word or sign that follows. */
  #spaces(): void {
    const end = this.#endOf(space, this.at + 1)
    const next = this.#kindAt(end)
    const isWaiting = next >= capital || next === sign
    this.#take(end, rowTokens(end - this.at - 1, spaceRow) + (isWaiting ? 0 : 1))
    if (isWaiting) this.#waiting = end - 1
  }

  #white(): void {
    const code = this.#text.charCodeAt(this.at)
    let end = this.at + 1
    while (this.#text.charCodeAt(end) === code) end++
    const count = end - this.at
    if (code === newline) this.#take(end, rowTokens(count, newlineRow))
    else this.#take(end, code === tab ? rowTokens(count - 1, tabRow) + 1 : count)
  }

  #signs(): void {
    const start = this.at
    const end = this.#endOf(sign, start + 1)
    const before = this.#kindAt(start - 1)
    const after = this.#kindAt(end)
    const isSpaced = this.#waiting !== -1
    if (end === start + 1) {
      // A sign between a letter or digit and a letter goes with the letter.
      const isJoining = isLetterOrDigit(before) && isLetter(after)
      if (isJoining && this.#text.charCodeAt(start) !== apostrophe) {
        this.#waiting = start
        this.at = end
        return
      }
      // A space and any one sign are a token.
      if (isSpaced && after !== none) return this.#take(end, 1)
    }
    const isBetween = !isSpaced && isLetterOrDigit(before) && isLetterOrDigit(after)
    if (isBetween && this.#areKnownSigns(start, end)) return this.#take(end, 1)
    const row = isEdge(before) && isEdge(after) ? this.#rowOfSigns(start, end) : undefined
    if (row === undefined) return this.#unknownSigns(isSpaced ? start - 1 : start, end)
    return this.#take(end, isSpaced ? row + 1 : row)
  }

  #areKnownSigns(start: number, end: number): boolean {
    return end - start <= 6 && this.#vocabulary.signs.has(this.#text, start, end)
  }

  #rowOfSigns(start: number, end: number): number | undefined {
    if (end - start < 4) return undefined
    const length = rowLengths[this.#text.charAt(start)]
    if (length === undefined) return undefined
    for (let at = start + 1; at < end; at++)
      if (this.#text.charCodeAt(at) !== this.#text.charCodeAt(start)) return undefined
    return rowTokens(end - start, length)
  }

  /**
   * Each two neighbours that are a token save a third of one: a token of two can tear two more such
   * neighbours apart, but not three.
   */
  #unknownSigns(start: number, end: number): void {
    const { asciiPairs } = this.#vocabulary
    let saved = 0
    for (let at = start + 1; at < end; at++)
      saved += asciiPairs[this.#text.charCodeAt(at - 1) * 128 + this.#text.charCodeAt(at)] ?? 0
    this.#take(end, end - start)
    this.thirds -= saved
  }
}
