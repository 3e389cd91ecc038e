import type { Authentication } from './auth-refusal.ts'
import { fromHash, isSameDigest } from './hash-key.ts'

/** A static key that lets its holder in; the server knows only its hash. */
export interface ApiKey {
  /** Becomes the id of the caller. */
  readonly id: string
  /** `sha256:` and 64 hexadecimal digits, as `hashKey` gives it. */
  readonly hash: string
  /** Default: none. */
  readonly scopes?: readonly string[] | undefined
}

/** Creates a function that finds who holds the key of a digest. */
export function createKeyRing(
  keys: readonly ApiKey[],
): (digest: Uint8Array) => Authentication | undefined {
  const ring = keys.map(({ id, hash, scopes = [] }) => {
    const caller = Object.freeze({ id, scopes: Object.freeze([...scopes]) })
    return { digest: fromHash(hash), accepted: Object.freeze({ ok: true, caller } as const) }
  })
  return (digest) => {
    let found: Authentication | undefined
    // Every key is compared, so that time does not show which one matched.
    for (const key of ring) if (isSameDigest(key.digest, digest)) found = key.accepted
    return found
  }
}
