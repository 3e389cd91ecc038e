/** A set of short texts that is asked for ranges of a long one, without cutting them out of it. */
export class TextSet {
  readonly #joined: string
  readonly #starts: Int32Array
  /** The number of a text plus one, at its hash or the next free place. */
  readonly #slots: Int32Array

  constructor(texts: readonly string[]) {
    this.#joined = texts.join('')
    this.#starts = new Int32Array(texts.length + 1)
    // Half of the places stay free, so that few texts stand far from their hash.
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(texts.length * 2 + 1)))
    let start = 0
    for (const [index, text] of texts.entries()) {
      this.#starts[index] = start
      this.#starts[index + 1] = start += text.length
      let slot = this.#slotOf(text, 0, text.length)
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1)
      this.#slots[slot] = index + 1
    }
  }

  /** Whether the range of the text is one of the set. */
  has(text: string, from: number, to: number): boolean {
    const slots = this.#slots
    const starts = this.#starts
    const mask = slots.length - 1
    for (let slot = this.#slotOf(text, from, to); ; slot = (slot + 1) & mask) {
      const index = slots[slot] ?? 0
      if (index === 0) return false
      const start = starts[index - 1] ?? 0
      if ((starts[index] ?? 0) - start === to - from && isSame(this.#joined, start, text, from, to))
        return true
    }
  }

  #slotOf(text: string, from: number, to: number): number {
    let hash = to - from
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    return (hash ^ (hash >>> 15)) & (this.#slots.length - 1)
  }
}

function isSame(a: string, start: number, b: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++)
    if (a.charCodeAt(start + at - from) !== b.charCodeAt(at)) return false
  return true
}
