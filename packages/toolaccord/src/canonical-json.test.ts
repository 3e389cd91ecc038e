import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashJson, toCanonicalJson, toHex } from './canonical-json.ts'

const reversed = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).toReversed().map(([name, member]) => [name, reversed(member)])) : value

describe('canonical JSON', () => {
  it('is the same for every order of members', () => {
    fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (value) => void expect(toCanonicalJson(reversed(value))).toBe(toCanonicalJson(value))))
  })

  it('is JSON of the same value', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void expect(JSON.parse(toCanonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))))
  })

  it('keeps the order of items, and tells values apart', async () => {
    expect(toCanonicalJson({ b: [2, 1], a: undefined })).toBe('{"b":[2,1]}')
    expect(toHex(await hashJson({ a: 1 }))).not.toBe(toHex(await hashJson({ a: 2 })))
    expect(toHex(await hashJson({}))).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a')
  })
})
