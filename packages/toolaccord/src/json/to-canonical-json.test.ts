import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRecord } from './json.ts'
import { toCanonicalJson } from './to-canonical-json.ts'

/** The value with the properties of its objects in the opposite order. */
function reversed(value: unknown): unknown {
  if (!isRecord(value)) return value
  const entries = Object.entries(value).toReversed()
  return Object.fromEntries(entries.map(([name, member]) => [name, reversed(member)]))
}

describe('canonical JSON', () => {
  it('is the same for every order of properties', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (value) => {
        expect(toCanonicalJson(reversed(value))).toBe(toCanonicalJson(value))
      }),
    )
  })

  it('is JSON of the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(toCanonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  // RFC 8785, section 3.2.3.
  it('has names in the order of their UTF-16 units, also those that look like numbers', () => {
    expect(toCanonicalJson({ 9: 1, 10: 2, a: { 2: 3, 1: 4, '-1': 5 } })).toBe(
      '{"10":2,"9":1,"a":{"-1":5,"1":4,"2":3}}',
    )
    const value = {
      '\u20ac': 1,
      '\r': 2,
      '\ufb33': 3,
      '1': 4,
      '\ud83d\ude00': 5,
      '\u0080': 6,
      '\u00f6': 7,
    }
    expect(toCanonicalJson(value)).toBe(
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
    )
  })

  it('writes what is not quite JSON as JSON.stringify does', () => {
    for (const value of [
      [undefined, () => 1, Number.NaN, new Date(0)],
      { a: new Date(0), b: [{}, []] },
      'x',
      null,
      -0,
      '\ud800',
    ])
      expect(toCanonicalJson(value)).toBe(JSON.stringify(value))
    expect(toCanonicalJson(undefined)).toBe('null')
    expect(toCanonicalJson({ a: () => 1, b: JSON.parse('{"__proto__":1}') })).toBe(
      '{"b":{"__proto__":1}}',
    )
  })

  it('keeps the order of items', () => {
    expect(toCanonicalJson({ b: [2, 1], a: undefined })).toBe('{"b":[2,1]}')
  })
})
