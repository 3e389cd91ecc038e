import { toDigest } from '../json/to-digest.ts'
import { toHex } from '../json/to-hex.ts'
import { isToken } from './bearer.ts'

const prefix = 'sha256:'

/** True if two digests are equal; it reads every byte, so that time does not show where not. */
export function isSameDigest(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length
  for (let at = 0; at < a.length; at++) difference |= (a[at] ?? 0) ^ (b[at] ?? 0)
  return difference === 0
}

/** Writes a digest as the hash that a key is known by. */
export const toHash = (digest: Uint8Array): string => prefix + toHex(digest)

/** Reads the digest from a hash. */
export const fromHash = (hash: string): Uint8Array =>
  Uint8Array.from(hash.slice(prefix.length).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** True if a string has the form of a hash. */
export const isHash = (text: string): boolean => /^sha256:[0-9a-f]{64}$/i.test(text)

/**
 * Returns the hash that a key is known by. The hash is fast and has no salt, so keys must be long
 * and random.
 */
export async function hashKey(key: string): Promise<string> {
  if (key.length < 16) {
    throw new TypeError(
      `A key of ${key.length} characters can be guessed from its hash; ` +
        'make one of 32 random bytes.',
    )
  }
  if (!isToken(key)) {
    throw new TypeError(
      'This key cannot be sent in a header: ' +
        "use letters, digits and '-', '.', '_', '~', '+', '/', with '=' only at the end.",
    )
  }
  return toHash(await toDigest(key))
}
