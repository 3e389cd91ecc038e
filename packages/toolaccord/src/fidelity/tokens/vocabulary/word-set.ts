/** A bit that says that a word is one token together with the space before it. */
export const afterSpace = 1

/** A bit that says that a word is one token by itself. */
export const bare = 2

/** The most letters that a word of the set can have. */
export const maxLetters = 18

/**
 * Starts the number for the first six letters of a word with its first letter, which alone may be a
 * capital.
 */
export const startLetters = (code: number): number => 64 | (code & 63)

/**
 * Adds a letter to a number. The next six letters of a word have a number of their own that starts
 * at 0, and so have the six after them.
 */
export const addLetter = (letters: number, code: number): number => (letters << 5) | (code & 31)

/** A set of words that are found by three numbers, instead of letter by letter. */
export class WordSet {
  /** For each word its three numbers and its bits, at its hash or the next free place. */
  readonly #slots: Int32Array

  constructor(words: ReadonlyMap<string, number>) {
    // Enough places stay free that few words are far from their hash.
    this.#slots = new Int32Array(4 * 2 ** Math.ceil(Math.log2(words.size * 1.4 + 1)))
    for (const [word, where] of words) {
      const letters = lettersOf(word)
      let slot = this.#slotOf(...letters)
      while (this.#slots[slot] !== 0) slot = (slot + 4) & (this.#slots.length - 1)
      this.#slots.set([...letters, where], slot)
    }
  }

  /** Returns the bits of the word with these numbers; 0 if it is not in the set. */
  find(first: number, second: number, third: number): number {
    const slots = this.#slots
    for (
      let slot = this.#slotOf(first, second, third);
      slots[slot] !== 0;
      slot = (slot + 4) & (slots.length - 1)
    ) {
      if (slots[slot] === first && slots[slot + 1] === second && slots[slot + 2] === third)
        return slots[slot + 3] ?? 0
    }
    return 0
  }

  /** Returns the bits of the word in a range of a string. */
  findIn(text: string, from: number, to: number): number {
    if (to - from > maxLetters) return 0
    let first = startLetters(text.charCodeAt(from))
    let second = 0
    let third = 0
    for (let at = from + 1; at < to; at++) {
      const code = text.charCodeAt(at)
      const place = at - from
      if (place < 6) first = addLetter(first, code)
      else if (place < 12) second = addLetter(second, code)
      else third = addLetter(third, code)
    }
    return this.find(first, second, third)
  }

  #slotOf(first: number, second: number, third: number): number {
    const hash = Math.imul(
      first ^ Math.imul(second ^ Math.imul(third, 0x01000193), 0x85ebca6b),
      0x9e3779b1,
    )
    return ((hash ^ (hash >>> 15)) << 2) & (this.#slots.length - 1)
  }
}

function lettersOf(word: string): [first: number, second: number, third: number] {
  const add = (from: number, to: number, start: number) =>
    Array.from(word.slice(from, to)).reduce(
      (letters, letter) => addLetter(letters, letter.charCodeAt(0)),
      start,
    )
  return [add(1, 6, startLetters(word.charCodeAt(0))), add(6, 12, 0), add(12, maxLetters, 0)]
}
