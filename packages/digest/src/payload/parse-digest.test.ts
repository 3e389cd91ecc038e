import { describe, expect, it } from 'vitest'
import { digest } from '../digest.ts'
import { canonicalize } from '../documents/canonicalize.ts'
import { serializeDigest } from './digest-payload.ts'
import { parseDigest } from './parse-digest.ts'

const text = 'Corals 😀 bleach when the water is warm. Fish leave the reef after that.'
const { payload } = await digest(await canonicalize(text), 'corals')

describe('parseDigest', () => {
  it('reads what was written, byte for byte', () => {
    const json = serializeDigest(payload)
    const check = parseDigest(json)
    expect(check).toEqual({ ok: true, payload })
    expect(check.ok && serializeDigest(check.payload)).toBe(json)
    expect(json).toContain('😀')
  })

  it.each([
    ['', 'is empty'],
    ['{', 'is not JSON'],
    ['null', 'is not an object'],
  ])('refuses %j', (json, fault) => {
    expect(parseDigest(json)).toMatchObject({
      ok: false,
      issues: [{ message: expect.stringContaining(fault) }],
    })
  })

  it('refuses a string that is longer than any payload', () => {
    expect(parseDigest(' '.repeat(200_001))).toMatchObject({
      ok: false,
      issues: [{ rule: 'length', message: expect.stringContaining('at most 200000') }],
    })
  })
})
