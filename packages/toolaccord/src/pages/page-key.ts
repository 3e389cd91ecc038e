import { isLeaf } from '../json/json.ts'

/** One part of a key. */
export type PageScalar = string | number | boolean | null

/** The place of an item in the order of its list. */
export type PageKey = PageScalar | readonly PageScalar[]

/** The direction in which a part of a key is sorted. */
export type PageDirection = 'ascending' | 'descending'

/** One direction for the whole key, one for each of its parts, or a comparison. */
export type PageOrder<Key extends PageKey = PageKey> =
  | PageDirection
  | readonly PageDirection[]
  | ((a: Key, b: Key) => number)

/** True if a value is a key that JSON gives back as it was. */
export const isPageKey = (value: unknown): value is PageKey =>
  Array.isArray(value) ? value.every(isScalar) : isScalar(value)

const isScalar = (value: unknown): boolean => value !== undefined && isLeaf(value)

/**
 * Returns the comparison of an order. Keys are compared part by part: null before booleans before
 * numbers before strings, and strings by their UTF-16 units.
 */
export function toCompare<Key extends PageKey>(order: PageOrder<Key>): (a: Key, b: Key) => number {
  if (typeof order === 'function') return order
  return (a, b) => {
    const left = partsOf(a)
    const right = partsOf(b)
    for (let part = 0; part < Math.max(left.length, right.length); part++) {
      const compared = compareParts(left[part], right[part])
      if (compared === 0) continue
      const direction = typeof order === 'string' ? order : order[part]
      return direction === 'descending' ? -compared : compared
    }
    return 0
  }
}

function partsOf(key: PageKey): readonly PageScalar[] {
  if (typeof key === 'object' && key !== null) return key
  return [key]
}

/** A part that is not there comes before all others, as in a dictionary. */
function compareParts(a: PageScalar | undefined, b: PageScalar | undefined): number {
  const ranked = rankOf(a) - rankOf(b)
  if (ranked !== 0 || a === b) return ranked
  return (a ?? 0) < (b ?? 0) ? -1 : 1
}

const ranks = ['undefined', 'null', 'boolean', 'number', 'string']

function rankOf(part: PageScalar | undefined): number {
  if (part === null) return ranks.indexOf('null')
  return ranks.indexOf(typeof part)
}
