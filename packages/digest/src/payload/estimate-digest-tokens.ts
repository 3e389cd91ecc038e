import type { DigestPayload } from './digest-payload.ts'

/**
 * Estimates the tokens of a digest by the contract's rule of four characters a token. The size of
 * the digest counts, not that of its source.
 */
export function estimateDigestTokens({
  digest_chars,
}: Pick<DigestPayload, 'digest_chars'>): number {
  return Math.floor(digest_chars / 4)
}
