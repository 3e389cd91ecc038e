import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toStrictCanonicalJson } from './to-strict-canonical-json.ts'

describe('toStrictCanonicalJson', () => {
  test('writes the example of RFC 8785, 3.2.3, with names sorted by their UTF-16 units', () => {
    const value = {
      '\u20ac': 1,
      '\r': 2,
      '\ufb33': 3,
      '1': 4,
      '\ud83d\ude00': 5,
      '\u0080': 6,
      '\u00f6': 7,
    }
    expect(toStrictCanonicalJson(value)).toBe(
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
    )
  })

  test('writes numbers as RFC 8785, 3.2.2.3 has them', () => {
    expect(toStrictCanonicalJson([333_333_333.333_333_3, 1e30, 4.5, 2e-3, 1e-27, -0])).toBe(
      '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
    )
  })

  test('refuses what is not JSON', () => {
    for (const value of [Number.NaN, Infinity, 1n, () => 1, '\ud800', { '\udc00': 1 }])
      expect(() => toStrictCanonicalJson(value)).toThrow(TypeError)
  })

  test('is JSON of the same value, whatever the order of properties', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: true }), (value) => {
        const text = toStrictCanonicalJson(value)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(toStrictCanonicalJson(reverse(value))).toBe(text)
      }),
    )
  })
})

function reverse(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverse)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reverse(member)]),
  )
}
