/** The number for a word that is not a term. */
export const noTerm = -1
/** The number for a term that the table does not have yet. */
export const newTerm = -2
/** The query term of a word that is never counted. */
export const notCounted = -2

const fewestSlots = 256
/** The most slots to begin with. */
const mostSlots = 65_536

/**
 * The fields of a record: two halves of a hash, the last passage with the term, the number of such
 * passages, the number of the term in the query.
 */
const fields = 5

/**
 * A hostile text can have words that all want one slot. After so many tries a word is not a term,
 * so that such a text takes no longer than others.
 */
const mostProbes = 64

/**
 * Numbers terms by 64 bits of hash and counts the passages that have them. Comparing the letters
 * too would take longer than all other work. Two terms with the same hash count as one, which gains
 * a hostile text no more than the term itself would.
 */
export class TermTable {
  #records: Int32Array
  /** The number of a term plus 1; 0 in a free slot. */
  #slots: Int32Array
  #size = 0

  /** Makes room for about so many terms; the table grows as needed. */
  constructor(expected: number) {
    const wanted = Math.min(mostSlots, Math.max(fewestSlots, expected * 2))
    const slots = 2 ** Math.ceil(Math.log2(wanted))
    this.#slots = new Int32Array(slots)
    this.#records = new Int32Array((slots / 2) * fields)
  }

  /** Counts a term and returns its number, or `newTerm` if it must be added first. */
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
   * Adds a term that the table does not have, with its number in the query, `noTerm` or
   * `notCounted`.
   */
  add(first: number, second: number, queryTerm: number): void {
    const number = this.#size
    this.#size++
    if (number * 2 >= this.#slots.length) this.#grow()
    const at = number * fields
    this.#records[at] = first
    this.#records[at + 1] = second
    this.#records[at + 2] = -1
    this.#records[at + 4] = queryTerm
    this.#place(number, first)
  }

  /** Returns the number of a term in the query, or `noTerm`. */
  queryTermOf(number: number): number {
    return this.#records[number * fields + 4] ?? noTerm
  }

  /** Returns by term the number of passages that have it. */
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
