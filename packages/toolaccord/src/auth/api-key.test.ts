import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHex } from '../json/to-hex.ts'
import { createKeyRing, hashKey } from './api-key.ts'
import { fromHex, isSameDigest, toDigest } from './digest.ts'

const digits = '8a31b90c52172f6cfa3ac7d1f5a86ecebe6bb8cf06b81fae2eb66e0bbd0ea9c5'

describe('hashKey', () => {
  it('gives the SHA-256 digest in hexadecimal', async () => {
    const bytes = await crypto.subtle.digest(
      'SHA-256',
      new TextEncoder().encode('0123456789abcdef'),
    )
    expect(await hashKey('0123456789abcdef')).toBe(`sha256:${Buffer.from(bytes).toString('hex')}`)
  })

  it('refuses a key that can be guessed', async () => {
    await expect(hashKey('tooshort')).rejects.toThrow(
      'A key of 8 characters can be guessed from its hash; make one of 32 random bytes.',
    )
  })

  it('refuses a key that no header can carry', async () => {
    await expect(hashKey('0123456789 abcdef')).rejects.toThrow(
      'This key cannot be sent in a header',
    )
  })
})

const Digest = fc.uint8Array({ minLength: 32, maxLength: 32 })

describe('isSameDigest', () => {
  it('holds for equal digests', () => {
    fc.assert(fc.property(Digest, (digest) => isSameDigest(digest, Uint8Array.from(digest))))
  })

  it('fails for a difference in any one bit', () => {
    fc.assert(
      fc.property(
        Digest,
        fc.nat(31),
        fc.nat(7),
        (digest, at, bit) =>
          !isSameDigest(
            digest,
            digest.map((byte, index) => (index === at ? byte ^ (1 << bit) : byte)),
          ),
      ),
    )
  })

  it('fails for a digest that is the beginning of another', () => {
    fc.assert(
      fc.property(
        Digest,
        fc.nat(31),
        (digest, length) =>
          !isSameDigest(digest, digest.slice(0, length)) &&
          !isSameDigest(digest.slice(0, length), digest),
      ),
    )
  })
})

describe('hexadecimal digits', () => {
  it('give the same bytes back', () => {
    fc.assert(fc.property(Digest, (digest) => isSameDigest(fromHex(toHex(digest)), digest)))
  })
})

describe('a key ring', () => {
  it('finds each holder, wherever the key stands in the list', async () => {
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
    expect(find(fromHex(digits))).toEqual({ ok: true, caller: { id: 'office', scopes: [] } })
  })
})
