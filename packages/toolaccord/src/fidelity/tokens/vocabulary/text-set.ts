/** A set of short strings. It looks up ranges of a long string without cutting them out of it. */
export class TextSet {
  readonly #joined: string
  readonly #starts: Int32Array
  /** The number of a string plus one, at its hash or the next free place. */
  readonly #slots: Int32Array

  constructor(texts: readonly string[]) {
    this.#joined = texts.join('')
    this.#starts = new Int32Array(texts.length + 1)
    // Half of the places stay free, so that few strings are far from their hash.
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(texts.length * 2 + 1)))
    let start = 0
    for (const [index, text] of texts.entries()) {
      this.#starts[index] = start
      start += text.length
      this.#starts[index + 1] = start
      let slot = this.#slotOf(text, 0, text.length)
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1)
      this.#slots[slot] = index + 1
    }
  }

  /** True if the range of the string is in the set. */
  has(text: string, from: number, to: number): boolean {
    const slots = this.#slots
    const starts = this.#starts
    const mask = slots.length - 1
    for (let slot = this.#slotOf(text, from, to); ; slot = (slot + 1) & mask) {
      const index = slots[slot] ?? 0
      if (index === 0) return false
      const start = starts[index - 1] ?? 0
      const hasSameLength = (starts[index] ?? 0) - start === to - from
      if (hasSameLength && this.#isAt(start, text, from, to)) return true
    }
  }

  #slotOf(text: string, from: number, to: number): number {
    let hash = to - from
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    return (hash ^ (hash >>> 15)) & (this.#slots.length - 1)
  }

  /** True if the range of the string is what is at a place of the joined strings. */
  #isAt(start: number, text: string, from: number, to: number): boolean {
    const joined = this.#joined
    for (let at = from; at < to; at++)
      if (joined.charCodeAt(start + at - from) !== text.charCodeAt(at)) return false
    return true
  }
}
