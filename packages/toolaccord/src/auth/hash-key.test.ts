import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { toDigest } from '../json/to-digest.ts'
import { fromHash, hashKey, isSameDigest, toHash } from './hash-key.ts'

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

describe('toDigest', () => {
  it('gives the same without the hash of Node', async () => {
    const withNode = await toDigest('0123456789abcdef')
    const missing = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined)
    const without = await toDigest('0123456789abcdef')
    missing.mockRestore()
    expect(without).toEqual(Uint8Array.from(withNode))
    expect(toHash(without)).toBe(await hashKey('0123456789abcdef'))
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

describe('a hash', () => {
  it('gives its digest back', () => {
    fc.assert(fc.property(Digest, (digest) => isSameDigest(fromHash(toHash(digest)), digest)))
  })
})
