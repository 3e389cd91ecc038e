import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCallerKey } from './to-caller-key.ts'

describe('the key of a caller', () => {
  it('is the id of a caller without an issuer', () => {
    expect(toCallerKey({ id: 'ada' })).toBe('ada')
    expect(toCallerKey({ id: 'ada', issuer: 'https://login.example' })).not.toBe('ada')
  })

  it('is the same for no two callers', () => {
    const id = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 5 })
    const issuer = fc.option(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1 }), {
      nil: undefined,
    })
    const caller = fc.record({ id, issuer })
    fc.assert(
      fc.property(caller, caller, (one, other) => {
        const isSame = one.id === other.id && one.issuer === other.issuer
        expect(toCallerKey(one) === toCallerKey(other)).toBe(isSame)
      }),
    )
  })
})
