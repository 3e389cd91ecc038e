import { describe, expect, it } from 'vitest'
import { createDigestCache } from './create-digest-cache.ts'
import type { DigestPayload } from './payload/digest-payload.ts'

/** The cache does not look into a payload. */
const toPayload = (summary: string) => ({ summary }) as DigestPayload

describe('a cache of digests', () => {
  it('forgets the payload that was unused for longest', async () => {
    const cache = createDigestCache({ maxEntries: 2 })
    await cache.set('a', toPayload('a'))
    await cache.set('b', toPayload('b'))
    await cache.get('a')
    await cache.set('c', toPayload('c'))
    expect(cache.get('a')).toEqual(toPayload('a'))
    expect(cache.get('b')).toBeUndefined()
    expect(cache.get('c')).toEqual(toPayload('c'))
  })

  it('needs room for one payload', () => {
    expect(() => createDigestCache({ maxEntries: 0 })).toThrow(/maxEntries is 0/)
  })
})
