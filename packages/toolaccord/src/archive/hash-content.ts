import { toHex } from '../json/to-hex.ts'
import { ArchiveError } from './archive-error.ts'

const scheme = 'sha256:'

/** Returns the hash of bytes, or of a string in UTF-8: `sha256:` and 64 hex digits. */
export const hashContent = async (content: Uint8Array | string): Promise<string> =>
  toHash(await hashHex(content))

/** Returns the same hash without its scheme. */
export async function hashHex(content: Uint8Array | string): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  // The cast leaves out shared memory, which the digest would refuse.
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return toHex(new Uint8Array(digest))
}

/** Returns the 64 hex digits of a hash; storage relies on it that they are nothing else. */
export function readHash(hash: string): string {
  if (/^sha256:[0-9a-f]{64}$/.test(hash)) return hash.slice(scheme.length)
  throw new ArchiveError('malformed_hash', 'The string is not a hash of an archive.')
}

/** Returns the hash of 64 hex digits. */
export const toHash = (hex: string): string => scheme + hex
