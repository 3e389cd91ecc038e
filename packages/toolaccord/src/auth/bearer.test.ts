import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invalidToken, toAuthRefusal, uncheckable } from './auth-refusal.ts'
import { toChallenge } from './bearer.ts'
import { findScopeRefusal } from './scopes.ts'

describe('a challenge', () => {
  it('says what is wrong with a token', () => {
    const challenge = toChallenge(invalidToken('The token has expired.'), 'notes', undefined)
    expect(challenge).toBe(
      'Bearer realm="notes", error="invalid_token", error_description="The token has expired."',
    )
  })

  it('names all scopes that are needed, also those that the caller has', () => {
    const caller = { id: 'ada', scopes: ['notes:read'] }
    const refusal = findScopeRefusal(['notes:read', 'notes:write'], caller) ?? uncheckable
    const challenge = toChallenge(refusal, 'notes', 'https://notes.example.com/here')
    expect(challenge?.split(', ')).toEqual([
      'Bearer realm="notes"',
      'error="insufficient_scope"',
      'error_description="The token lacks the scope notes:write."',
      'scope="notes:read notes:write"',
      'resource_metadata="https://notes.example.com/here"',
    ])
  })

  it('is not made if other credentials would not help', () => {
    expect(toChallenge(uncheckable, 'notes', undefined)).toBeUndefined()
  })

  it('is one line of quoted values, whatever is in it', () => {
    const Text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('a"b', 'a\\', 'a\r\nSet-Cookie: x', 'a", error="'),
    )
    const quoted = '"[^"\\\\]*"'
    const line = new RegExp(
      `^Bearer realm=${quoted}, error="insufficient_scope", ` +
        `error_description=${quoted}, scope=${quoted}$`,
    )
    fc.assert(
      fc.property(Text, Text, Text, (realm, description, scope) => {
        const error = 'insufficient_scope'
        const refusal = toAuthRefusal({ reason: 'forbidden', error, description, scopes: [scope] })
        const value = toChallenge(refusal, realm, undefined) ?? ''
        return line.test(value) && /^[\x20-\x7e]*$/.test(value)
      }),
    )
  })
})

describe('findScopeRefusal', () => {
  it('has the status of its reason', () => {
    expect(findScopeRefusal(['a'], { id: 'ada', scopes: [] })).toMatchObject({
      reason: 'forbidden',
      status: 403,
    })
  })

  it('refuses nobody who has them all', () => {
    expect(findScopeRefusal(['a'], { id: 'ada', scopes: ['b', 'a'] })).toBeUndefined()
    expect(findScopeRefusal([], { id: 'ada', scopes: [] })).toBeUndefined()
  })
})
