import { toHex } from '../json/to-hex.ts'
import { isToken } from './bearer.ts'

const encoder = new TextEncoder()
const prefix = 'sha256:'

/** The part of Node's own module that hashes. */
interface NodeCrypto {
  createHash(algorithm: 'sha256'): NodeHash
}

interface NodeHash {
  update(text: string): NodeHash
  digest(): Uint8Array
}

interface NodeGlobals {
  readonly process?: { getBuiltinModule?(name: 'crypto'): NodeCrypto | undefined }
}

/**
 * Returns the SHA-256 digest of a string: 32 bytes, whatever its length. Node gives it at once: Web
 * Crypto would have each request wait for whatever else the process is doing.
 */
export async function toDigest(text: string): Promise<Uint8Array> {
  // The cast names what only Node has.
  const { process } = globalThis as NodeGlobals
  const node = process?.getBuiltinModule?.('crypto')
  if (node !== undefined) return node.createHash('sha256').update(text).digest()
  return new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)))
}

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
