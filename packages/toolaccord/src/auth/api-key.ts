import { toHex } from '../json/to-hex.ts'
import type { Authentication } from './authentication.ts'
import { fromHex, isSameDigest, toDigest } from './digest.ts'
import { isToken } from './read-bearer.ts'

/** A static key that lets its holder in; only its hash is known here. */
export interface ApiKey {
  /** Becomes the id of the caller. */
  readonly id: string
  /** `sha256:` and 64 hexadecimal digits, as `hashKey` gives it. */
  readonly hash: string
  /** Default: none. */
  readonly scopes?: readonly string[] | undefined
}

const prefix = 'sha256:'

/** A digest as the hash that a key is known by. */
export const toHash = (digest: Uint8Array): string => prefix + toHex(digest)

/** Whether a text has the form of a hash, which tells nothing about whether a key has it. */
export const isHash = (text: string): boolean => /^sha256:[0-9a-f]{64}$/i.test(text)

/** The hash under which a key is known. It is fast and has no salt, so keys must be long and random. */
export async function hashKey(key: string): Promise<string> {
  if (key.length < 16)
    throw new TypeError(
      `A key of ${key.length} characters can be guessed from its hash; make one of 32 random bytes.`,
    )
  if (!isToken(key))
    throw new TypeError(
      "This key cannot be sent in a header: use letters, digits and '-', '.', '_', '~', '+', '/', with '=' only at the end.",
    )
  return toHash(await toDigest(key))
}

/** Finds who holds the key of a digest. */
export function createKeyRing(
  keys: readonly ApiKey[],
): (digest: Uint8Array) => Authentication | undefined {
  const ring = keys.map(({ id, hash, scopes = [] }) => {
    const caller = Object.freeze({ id, scopes: Object.freeze([...scopes]) })
    return {
      digest: fromHex(hash.slice(prefix.length)),
      accepted: Object.freeze({ ok: true, caller } as const),
    }
  })
  return (digest) => {
    let found: Authentication | undefined
    // Every key is compared, so that time does not tell which one matched.
    for (const key of ring) if (isSameDigest(key.digest, digest)) found = key.accepted
    return found
  }
}
