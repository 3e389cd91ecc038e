import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PageOrder, isPageKey, toCompare } from './page-key.ts'

const scalar = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.integer({ min: -3, max: 3 }),
  fc.boolean(),
  fc.constant(null),
)
const key = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }))
const order: fc.Arbitrary<PageOrder> = fc.constantFrom<PageOrder>(
  'ascending',
  'descending',
  ['descending'],
  ['ascending', 'descending'],
  [],
)

describe('the order of keys', () => {
  it('is total: any keys can be compared, both ways and over a third', () => {
    fc.assert(
      fc.property(order, key, key, key, (order, a, b, c) => {
        const compare = toCompare(order)
        expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0)
        if (compare(a, b) <= 0 && compare(b, c) <= 0) expect(compare(a, c)).toBeLessThanOrEqual(0)
      }),
      { numRuns: 1000 },
    )
  })

  it.each<[PageOrder, unknown[]]>([
    ['ascending', [null, false, true, -1, 2, 10, 'A', 'a', 'ä']],
    ['descending', ['ä', 'a', 'A', 10, 2, -1, true, false, null]],
    ['ascending', [[], ['a'], ['a', 1], ['a', 2], ['b', 0]]],
    [
      ['ascending', 'descending'],
      [
        ['a', 2],
        ['a', 1],
        ['b', 0],
      ],
    ],
    [
      ['descending'],
      [
        ['b', 0],
        ['a', 1],
        ['a', 2],
      ],
    ],
    [(a, b) => String(a).localeCompare(String(b), 'en'), ['a', 'A', 'ä', 'b']],
  ])('%j sorts as it says', (order, sorted) => {
    const keys = sorted.filter(isPageKey)
    expect(keys).toEqual(sorted)
    expect(keys.toReversed().sort(toCompare(order))).toEqual(sorted)
  })

  it.each([undefined, Number.NaN, Infinity, 1n, {}, [[1]], [undefined], new Date(0)])(
    'has no place for %s',
    (value) => {
      expect(isPageKey(value)).toBe(false)
    },
  )
})
