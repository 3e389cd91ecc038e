import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCanonicalBytes } from './to-canonical-bytes.ts'
import { toCanonicalJson } from './to-canonical-json.ts'

const never = () => Promise.reject(new Error('it paused'))
const toText = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

describe('canonical bytes', () => {
  it('are those of the canonical JSON', async () => {
    const value = fc.jsonValue({ depthSize: 'large', maxDepth: 12 })
    await fc.assert(
      fc.asyncProperty(value, async (given) => {
        expect(toText(await toCanonicalBytes(given, never))).toBe(toCanonicalJson(given))
      }),
    )
  })

  it.each([
    [{ a: undefined, b: [undefined, () => 1], c: new Date(0) }],
    [undefined],
    ['\ud800'],
    [{ z: 1, a: { 10: 1, 9: 2, b: 3 } }],
    [{ z: 1, a: [JSON.parse('{"z":1,"__proto__":{"b":1,"a":2}}')] }],
    [{ a: 1, b: { d: 1, c: [{ f: 1, e: { h: 1, g: -0 } }] } }],
    [{ '\u20ac': 1, '\r': 2 }],
    [Array.from({ length: 100 }, (_, n) => (n % 2 ? undefined : { n, a: 'é' }))],
    [Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`n${n}`, n % 2 ? undefined : n]))],
  ])('are those of the canonical JSON for %j', async (given) => {
    expect(toText(await toCanonicalBytes(given, never))).toBe(toCanonicalJson(given))
  })

  it('of a large value are written with pauses, wherever its size is', async () => {
    const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `Row ${id} é` }))
    for (const given of [
      rows,
      { data: { rows } },
      [[{ rows }]],
      Object.fromEntries(rows.entries()),
    ]) {
      let pauses = 0
      const bytes = await toCanonicalBytes(given, async () => {
        pauses++
      })
      expect(toText(bytes)).toBe(toCanonicalJson(given))
      expect(pauses).toBeGreaterThan(3)
    }
  })
})
