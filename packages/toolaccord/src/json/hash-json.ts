import { toCanonicalJson } from './to-canonical-json.ts'
import { toDigest } from './to-digest.ts'

/** Returns the SHA-256 hash of a JSON value, whatever the order of its properties. */
export async function hashJson(value: unknown): Promise<Uint8Array> {
  return toDigest(toCanonicalJson(value))
}
