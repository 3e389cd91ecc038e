import { toCanonicalJson } from './to-canonical-json.ts'

/** Returns the SHA-256 hash of a JSON value, whatever the order of its properties. */
export async function hashJson(value: unknown): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(toCanonicalJson(value))
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}
