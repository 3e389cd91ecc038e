import { isLowSurrogate } from '../text/code-points.ts'

const wordUnit = /[\p{L}\p{N}\p{M}]/u
const unknown = 0
const none = 1

/**
 * Remembers for each UTF-16 unit what it is in a word, from the first time it is met. A pattern for
 * each unit of a text would take many times longer.
 */
export class LetterTable {
  readonly #folds = new Uint16Array(65_536)
  readonly #bases = new Uint16Array(65_536)

  /** Returns the unit at an offset in lowercase, or 0 if it belongs to no word. */
  foldAt(text: string, at: number): number {
    const unit = text.charCodeAt(at)
    const fold = this.#folds[unit] ?? unknown
    if (fold > none) return fold
    if (fold === none) return 0
    return this.#learnFold(text, at, unit)
  }

  /** Returns a letter in lowercase without its marks. */
  baseOf(unit: number): number {
    return this.#bases[unit] || this.#learnBase(unit)
  }

  #learnFold(text: string, at: number, unit: number): number {
    // Half a pair says nothing alone, so it is never learnt.
    if (unit >= 0xd800 && unit <= 0xdfff) {
      const start = isLowSurrogate(unit) ? at - 1 : at
      return wordUnit.test(text.slice(start, start + 2)) ? unit : 0
    }
    const letter = String.fromCharCode(unit)
    if (!wordUnit.test(letter)) {
      this.#folds[unit] = none
      return 0
    }
    const fold = letter.toLowerCase().charCodeAt(0)
    this.#folds[unit] = fold
    return fold
  }

  #learnBase(unit: number): number {
    const letter = String.fromCharCode(unit).toLowerCase()
    const plain = letter === 'ß' ? 's' : letter.normalize('NFD')
    const base = plain.charCodeAt(0)
    this.#bases[unit] = base
    return base
  }
}
