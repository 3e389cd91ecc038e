/** The number of what is no term. */
export const noTerm = -1
/** The number of a term that was not met before. */
export const newTerm = -2
/** Marks a word that is never a term. */
export const notCounted = -2

const [fewestSlots, mostSlots] = [256, 65_536]
/**
 * The members of a record: two halves of a hash, the last passage with the term, the number of such
 * passages, the place in the query.
 */
const fields = 5
/**
 * A text can be made whose words all want one slot; beyond so many tries a word is no term, so that
 * such a text takes no longer than others.
 */
const mostProbes = 64

/**
 * Numbers terms by 64 bits of hash and counts the passages that they are in. Comparing the letters
 * as well would take longer than all the rest; two terms that share a hash count as one, which no
 * text can use to more effect than the term itself.
 */
export class TermTable {
  #records: Int32Array
  /** The number of a term plus 1; 0 where there is none. */
  #slots: Int32Array
  #size = 0

  /** Room for about so many terms at first; it grows as needed. */
  constructor(expected: number) {
    const slots =
      2 ** Math.ceil(Math.log2(Math.min(mostSlots, Math.max(fewestSlots, expected * 2))))
    this.#slots = new Int32Array(slots)
    this.#records = new Int32Array((slots / 2) * fields)
  }

  /** Counts a term and gives its number; `newTerm` when it must be added first. */
  count(passage: number, first: number, second: number): number {
    const records = this.#records
    const slots = this.#slots
    const mask = slots.length - 1
    let slot = slotOf(first, mask)
    for (let probe = 0; probe < mostProbes; probe++, slot = (slot + 1) & mask) {
      const number = (slots[slot] ?? 0) - 1
      if (number === -1) return newTerm
      const at = number * fields
      if (records[at] !== first || records[at + 1] !== second) continue
      if (records[at + 4] === notCounted) return noTerm
      if (records[at + 2] !== passage) {
        records[at + 2] = passage
        records[at + 3] = (records[at + 3] ?? 0) + 1
      }
      return number
    }
    return noTerm
  }

  /**
   * Adds a term that the table does not have, with its place in the query, `noTerm` or
   * `notCounted`.
   */
  add(first: number, second: number, queryTerm: number): void {
    const number = this.#size++
    if (number * 2 >= this.#slots.length) this.#grow()
    const at = number * fields
    this.#records[at] = first
    this.#records[at + 1] = second
    this.#records[at + 2] = -1
    this.#records[at + 4] = queryTerm
    this.#place(number, first)
  }

  queryTermOf(number: number): number {
    return this.#records[number * fields + 4] ?? noTerm
  }

  /** By term: the number of passages that it is in. */
  spread(): Int32Array {
    const spread = new Int32Array(this.#size)
    for (let number = 0; number < this.#size; number++)
      spread[number] = this.#records[number * fields + 3] ?? 0
    return spread
  }

  #place(number: number, first: number): void {
    const mask = this.#slots.length - 1
    let slot = slotOf(first, mask)
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
    this.#slots[slot] = number + 1
  }

  #grow(): void {
    const records = new Int32Array(this.#records.length * 2)
    records.set(this.#records)
    this.#records = records
    this.#slots = new Int32Array(this.#slots.length * 2)
    for (let number = 0; number < this.#size - 1; number++)
      this.#place(number, records[number * fields] ?? 0)
  }
}

/** Mixes all bits of a hash into those that the mask leaves. */
function slotOf(hash: number, mask: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return (mixed ^ (mixed >>> 16)) & mask
}
