import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLargerThan } from './is-larger-than.ts'

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

describe('isLargerThan', () => {
  test('counts the bytes of any JSON without control characters', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ stringUnit: 'grapheme' }),
        fc.integer({ min: -40, max: 40 }),
        (value, more) => {
          expect(isLargerThan(value, bytesOf(value) + more)).toBe(more < 0)
        },
      ),
    )
  })

  test('counts a control character as at most three bytes while the string is short', () => {
    expect(isLargerThan('\u0000'.repeat(10), 32)).toBe(false)
    expect(isLargerThan('\u0000'.repeat(11), 32)).toBe(true)
  })
})
