import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromBase64Url, toBase64, toBase64Url } from './base64.ts'

describe('base64', () => {
  it('is what Node makes of the same bytes, more of them too than a call takes arguments', () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 37) % 256)
    for (const length of [0, 1, 2, 3, 300_000]) {
      const part = bytes.subarray(0, length)
      expect(toBase64(part)).toBe(Buffer.from(part).toString('base64'))
    }
  })
})

describe('base64url', () => {
  it('is what Node makes of the same bytes, and comes back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 800 }), (bytes) => {
        expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
        expect(fromBase64Url(toBase64Url(bytes))).toEqual(Uint8Array.from(bytes))
      }),
    )
  })

  it('has one string for any bytes: what decodes is what they encode to', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\w-]{0,9}=?$/)), (text) => {
        const bytes = fromBase64Url(text)
        expect(bytes === undefined || toBase64Url(bytes) === text).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it.each(['QR', 'QUI=', 'QQ==', 'Q', '+/8A', 'QQ\n', ' QQ', 'ä'])('does not take %j', (text) => {
    expect(fromBase64Url(text)).toBe(undefined)
  })
})
