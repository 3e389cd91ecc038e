import { describe, expect, it } from 'vitest'
import { toDigest } from '../json/to-digest.ts'
import { createKeyRing } from './create-key-ring.ts'
import { fromHash, hashKey } from './hash-key.ts'

const digits = '8a31b90c52172f6cfa3ac7d1f5a86ecebe6bb8cf06b81fae2eb66e0bbd0ea9c5'

describe('a key ring', () => {
  it('finds each holder, wherever the key is in the list', async () => {
    const secrets = Array.from({ length: 5 }, (_, index) => `key-number-${index}-of-five`)
    const find = createKeyRing(
      await Promise.all(
        secrets.map(async (key, index) => ({
          id: `holder-${index}`,
          hash: await hashKey(key),
          scopes: [`s${index}`],
        })),
      ),
    )
    const found = await Promise.all(secrets.map(async (key) => find(await toDigest(key))))
    expect(found).toEqual(
      secrets.map((_, index) => ({
        ok: true,
        caller: { id: `holder-${index}`, scopes: [`s${index}`] },
      })),
    )
  })

  it('finds nobody for a digest that no key has', async () => {
    expect(
      createKeyRing([{ id: 'office', hash: `sha256:${digits}` }])(await toDigest('another')),
    ).toBeUndefined()
    expect(createKeyRing([])(await toDigest('another'))).toBeUndefined()
  })

  it('takes hashes in capitals', () => {
    const find = createKeyRing([{ id: 'office', hash: `sha256:${digits.toUpperCase()}` }])
    expect(find(fromHash(`sha256:${digits}`))).toEqual({
      ok: true,
      caller: { id: 'office', scopes: [] },
    })
  })
})
