import { isNgramLetter } from '../language/ngrams.ts'
import type { CodePointIndex } from '../text/code-points.ts'
import type { Span } from '../text/span.ts'
import { wholeCharacter } from '../text/whole-character.ts'

/** The text of the passages, and their longest length. */
export interface PassageListOptions {
  readonly text: string
  readonly index: CodePointIndex
  /** The longest passage, in code points. */
  readonly maxChars: number
}

/** Collects sentences as passages: short ones are joined with the next, and long ones are cut. */
export class PassageList {
  readonly #text: string
  readonly #index: CodePointIndex
  readonly #maxChars: number
  readonly #passages: Span[] = []
  #paragraphStart = 0

  constructor({ text, index, maxChars }: PassageListOptions) {
    this.#text = text
    this.#index = index
    this.#maxChars = maxChars
  }

  get all(): readonly Span[] {
    return this.#passages
  }

  /** Begins a paragraph; no sentence is joined with one before it. */
  beginParagraph(start: number): void {
    this.#paragraphStart = start
  }

  /** Adds the next sentence without the blanks around it. */
  addSentence(sentence: Span): void {
    const start = skipBlanks(this.#text, sentence.start, sentence.end)
    const end = dropBlanks(this.#text, start, sentence.end)
    if (start === end) return
    const previous = this.#passages.at(-1)
    if (previous !== undefined && this.#isShort(previous) && this.#fits(previous.start, end))
      this.#passages[this.#passages.length - 1] = { start: previous.start, end }
    else this.#addInParts(start, end)
  }

  /** True if a passage of this paragraph is too short to be one alone. */
  #isShort({ start, end }: Span): boolean {
    return start >= this.#paragraphStart && end - start < shortUnits(this.#text.charCodeAt(start))
  }

  #addInParts(start: number, end: number): void {
    let from = start
    while (!this.#fits(from, end)) {
      const edge = this.#findEdge(from)
      this.#passages.push({ start: from, end: dropBlanks(this.#text, from, edge) })
      from = skipBlanks(this.#text, edge, end)
    }
    if (from < end) this.#passages.push({ start: from, end })
  }

  /**
   * Returns the offset of a cut: at the last blank in the second half, or else between characters.
   */
  #findEdge(start: number): number {
    const farthest = this.#index.toUnit(this.#index.toCodePoint(start) + this.#maxChars)
    const blank = start + lastBlank(this.#text.slice(start, farthest + 1))
    if (blank > (start + farthest) / 2) return blank
    return wholeCharacter(this.#text, start, farthest)
  }

  #fits(start: number, end: number): boolean {
    // There are at most as many code points as units.
    if (end - start <= this.#maxChars) return true
    return this.#index.toCodePoint(end) - this.#index.toCodePoint(start) <= this.#maxChars
  }
}

/**
 * Returns the length below which a sentence is a remark or an abbreviation. Letters that are
 * syllables or words say more.
 */
const shortUnits = (letter: number) => (isNgramLetter(letter) ? 8 : 24)

const lastBlank = (text: string) => Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n'))

function skipBlanks(text: string, start: number, end: number): number {
  let at = start
  while (at < end && isBlank(text.charCodeAt(at))) at++
  return at
}

function dropBlanks(text: string, start: number, end: number): number {
  let at = end
  while (at > start && isBlank(text.charCodeAt(at - 1))) at--
  return at
}

/** Canonical text has two kinds of blanks: the space and the line feed. */
const isBlank = (code: number) => code === 0x20 || code === 0x0a
