import { type DigestPayload, digestContentType } from './digest-payload.ts'
import { parseDigest } from './validate-digest.ts'

/**
 * Whether a content type says that the content is a digest, which is read with `parseDigest` and
 * never condensed again.
 */
export const isDigest = (contentType: string): boolean => contentType === digestContentType

/**
 * What a digest costs a model by the contract's rule of four characters a token: its own size
 * counts, not that of its source.
 */
export const estimateDigestTokens = ({
  digest_chars,
}: Pick<DigestPayload, 'digest_chars'>): number => Math.floor(digest_chars / 4)

/** Whether a text is a digest although nothing says so. */
export const holdsDigest = (text: string): boolean =>
  text.startsWith('{') && text.includes(digestContentType) && parseDigest(text).ok
