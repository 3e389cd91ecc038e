import { digestContentType } from './digest-payload.ts'
import { parseDigest } from './parse-digest.ts'

/**
 * True if a content type is that of a digest. A digest is read with `parseDigest` and never
 * condensed again.
 */
export const isDigest = (contentType: string): boolean => contentType === digestContentType

/** True if a text is a digest, whatever its content type says. */
export const holdsDigest = (text: string): boolean =>
  text.startsWith('{') && text.includes(digestContentType) && parseDigest(text).ok
