const wordUnit = /[\p{L}\p{N}\p{M}]/u
const [unknown, none] = [0, 1]

/**
 * What each UTF-16 unit is in a word, found out when it is first met: asking a pattern for each
 * unit of a text takes many times longer.
 */
export class LetterTable {
  readonly #folds = new Uint16Array(65_536)
  readonly #bases = new Uint16Array(65_536)

  /** The unit at a place in lower case; 0 when it belongs to no word. */
  foldAt(text: string, at: number): number {
    const unit = text.charCodeAt(at)
    const fold = this.#folds[unit] ?? unknown
    if (fold > none) return fold
    return fold === none ? 0 : this.#learnFold(text, at, unit)
  }

  /** A letter in lower case without its marks. */
  baseOf(unit: number): number {
    return this.#bases[unit] || this.#learnBase(unit)
  }

  #learnFold(text: string, at: number, unit: number): number {
    // Half a pair says nothing alone, so it is never learnt.
    if (unit >= 0xdc00 && unit <= 0xdfff)
      return wordUnit.test(text.slice(at - 1, at + 1)) ? unit : 0
    if (unit >= 0xd800 && unit <= 0xdbff) return wordUnit.test(text.slice(at, at + 2)) ? unit : 0
    const letter = String.fromCharCode(unit)
    const fold = wordUnit.test(letter) ? letter.toLowerCase().charCodeAt(0) : none
    this.#folds[unit] = fold
    return fold === none ? 0 : fold
  }

  #learnBase(unit: number): number {
    const letter = String.fromCharCode(unit).toLowerCase()
    const base = (letter === 'ß' ? 's' : letter.normalize('NFD')).charCodeAt(0)
    this.#bases[unit] = base
    return base
  }
}

/**
 * Whether a letter belongs to a script that is written without blanks, or with affixes that no
 * stemmer here knows.
 */
export function isNgramLetter(unit: number): boolean {
  if (unit < 0x0e00) return false
  return (
    unit <= 0x0eff || // Thai, Lao
    (unit >= 0x1000 && unit <= 0x109f) || // Myanmar
    (unit >= 0x1780 && unit <= 0x17ff) || // Khmer
    (unit >= 0x3040 && unit <= 0x30ff) || // Hiragana, Katakana
    (unit >= 0x31f0 && unit <= 0x31ff) ||
    (unit >= 0x3400 && unit <= 0x9fff) || // Han
    (unit >= 0xac00 && unit <= 0xd7af) || // Hangul
    (unit >= 0xd840 && unit <= 0xdfff) || // Han beyond the first plane
    (unit >= 0xf900 && unit <= 0xfaff) ||
    (unit >= 0xff66 && unit <= 0xff9f) // Katakana of half width
  )
}

/** How many letters make one term: two, and three where a letter says less. */
export const ngramSize = (unit: number): number => (unit < 0x1800 ? 3 : 2)
