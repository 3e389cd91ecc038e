import { describe, expect, it } from 'vitest'
import { keysFromEnv } from './keys-from-env.ts'

const [a, b] = ['a', 'b'].map((digit) => `sha256:${digit.repeat(64)}`)

describe('keysFromEnv', () => {
  it.each([undefined, '', ' , '])('reads no key from %j', (text) => {
    expect(keysFromEnv({ TOOLACCORD_API_KEYS: text })).toEqual([])
  })

  it('reads ids, hashes and scopes, which may hold colons', () => {
    expect(
      keysFromEnv({ TOOLACCORD_API_KEYS: `office=${a}:notes:read  notes:write , ci=${b},` }),
    ).toEqual([
      { id: 'office', hash: a, scopes: ['notes:read', 'notes:write'] },
      { id: 'ci', hash: b, scopes: [] },
    ])
  })

  it('names the places of all entries that it cannot read, and nothing of them', () => {
    const read = () =>
      keysFromEnv({ TOOLACCORD_API_KEYS: `my-plain-key,office=${a},x=sha256:12,=${a},y=${a}0` })
    expect(read).toThrow(
      'TOOLACCORD_API_KEYS cannot be read at entry 1, 3, 4, 5: ' +
        'an entry is id=sha256:<64 hex digits>, and may go on with',
    )
    expect(read).not.toThrow(/my-plain-key|aaaa/)
  })
})
