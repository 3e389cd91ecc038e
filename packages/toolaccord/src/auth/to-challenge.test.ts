import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invalidToken } from './authentication.ts'
import { refuseScopes } from './scopes.ts'
import { toChallenge } from './to-challenge.ts'

describe('a challenge', () => {
  it('tells what is wrong with a token', () => {
    const challenge = toChallenge(invalidToken('The token has expired.'), 'notes', undefined)
    expect(challenge).toBe(
      'Bearer realm="notes", error="invalid_token", error_description="The token has expired."',
    )
  })

  it('tells all scopes that are needed, those included that the caller has', () => {
    const refusal = refuseScopes(['notes:read', 'notes:write'], {
      id: 'ada',
      scopes: ['notes:read'],
    })
    expect(
      refusal && toChallenge(refusal, 'notes', 'https://notes.example.com/here')?.split(', '),
    ).toEqual([
      'Bearer realm="notes"',
      'error="insufficient_scope"',
      'error_description="The token lacks the scope notes:write."',
      'scope="notes:read notes:write"',
      'resource_metadata="https://notes.example.com/here"',
    ])
  })

  it('is not made where other credentials would not help', () => {
    expect(
      toChallenge({ ok: false, status: 503, description: 'Retry later.' }, 'notes', undefined),
    ).toBeUndefined()
  })

  it('is one line of quoted values, whatever stands in it', () => {
    const Text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('a"b', 'a\\', 'a\r\nSet-Cookie: x', 'a", error="'),
    )
    fc.assert(
      fc.property(Text, Text, Text, (realm, description, scope) => {
        const value =
          toChallenge(
            { ok: false, status: 403, error: 'insufficient_scope', description, scopes: [scope] },
            realm,
            undefined,
          ) ?? ''
        return (
          /^Bearer realm="[^"\\]*", error="insufficient_scope", error_description="[^"\\]*", scope="[^"\\]*"$/.test(
            value,
          ) && /^[\x20-\x7e]*$/.test(value)
        )
      }),
    )
  })
})

describe('refuseScopes', () => {
  it('refuses nobody who has them all', () => {
    expect(refuseScopes(['a'], { id: 'ada', scopes: ['b', 'a'] })).toBeUndefined()
    expect(refuseScopes([], { id: 'ada', scopes: [] })).toBeUndefined()
  })
})
