import { toHex } from '../json/to-hex.ts'
import { ArchiveError } from './archive-error.ts'

const scheme = 'sha256:'

/** The hash of content as it is, or of a text in UTF-8: `sha256:` and 64 hex digits. */
export const hashContent = async (content: Uint8Array | string): Promise<string> =>
  scheme + (await hashHex(content))

/** The same without the scheme. */
export async function hashHex(content: Uint8Array | string): Promise<string> {
  // The cast leaves out shared memory, which the digest would refuse.
  const bytes =
    typeof content === 'string'
      ? new TextEncoder().encode(content)
      : (content as Uint8Array<ArrayBuffer>)
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

/**
 * The 64 hex digits of a hash; everything behind an archive relies on it that they are nothing
 * else.
 */
export function readHash(hash: string): string {
  if (/^sha256:[0-9a-f]{64}$/.test(hash)) return hash.slice(scheme.length)
  throw new ArchiveError('malformed_hash', 'The text is no hash of an archive.')
}

/** The hash of 64 hex digits. */
export const toHash = (hex: string): string => scheme + hex
