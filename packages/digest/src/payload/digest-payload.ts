import { countCodePoints } from '../text/code-points.ts'

/** The content type of a digest. */
export const digestContentType = 'digest/v1'

/** The version of the contract. */
export const digestVersion = '1.0'

/** An excerpt of the canonical text, word for word. */
export interface EvidenceSnippet {
  readonly text: string
  /** `char:S-E` or `page:N:char:S-E`: code points of the whole canonical text, the end excluded. */
  readonly locator: string
  /** From 0 to 1; 1 if the snippet has every word of the query. */
  readonly relevance_score: number
}

/** A document condensed for one query, DigestPayload v1.0. Lengths count code points. */
export interface DigestPayload {
  readonly version: typeof digestVersion
  readonly content_type: typeof digestContentType
  /** The first 8 hex digits of the SHA-256 of the query. */
  readonly query_hash: string
  readonly summary: string
  readonly key_points: readonly string[]
  readonly evidence_snippets: readonly EvidenceSnippet[]
  readonly original_chars: number
  /** The length of summary, key points and snippets together. */
  readonly digest_chars: number
  /** `digest_chars` divided by `original_chars`, at most 1. */
  readonly compression_ratio: number
  readonly source_text_hash: string
}

/**
 * Returns a payload as compact JSON with its properties in the order of the schema, so that equal
 * payloads are equal bytes.
 */
export function serializeDigest(payload: DigestPayload): string {
  return JSON.stringify(toDigestPayload(payload))
}

/** Returns the payload with the schema's properties only, in their order, frozen. */
export function toDigestPayload(payload: DigestPayload): DigestPayload {
  return Object.freeze({
    version: payload.version,
    content_type: payload.content_type,
    query_hash: payload.query_hash,
    summary: payload.summary,
    key_points: Object.freeze([...payload.key_points]),
    evidence_snippets: Object.freeze(payload.evidence_snippets.map(toSnippet)),
    original_chars: payload.original_chars,
    digest_chars: payload.digest_chars,
    compression_ratio: payload.compression_ratio,
    source_text_hash: payload.source_text_hash,
  })
}

const toSnippet = ({ text, locator, relevance_score }: EvidenceSnippet): EvidenceSnippet =>
  Object.freeze({ text, locator, relevance_score })

/** The parts of a payload whose lengths add up to `digest_chars`. */
export type DigestParts = Pick<DigestPayload, 'summary' | 'key_points' | 'evidence_snippets'>

/** Returns the length of all parts together. */
export function countDigestChars({ summary, key_points, evidence_snippets }: DigestParts): number {
  let chars = countCodePoints(summary)
  for (const point of key_points) chars += countCodePoints(point)
  for (const { text } of evidence_snippets) chars += countCodePoints(text)
  return chars
}

/**
 * Returns the ratio of two lengths. It is 1 if the digest is longer than its text, or both are
 * empty.
 */
export function toRatio(digestChars: number, originalChars: number): number {
  if (originalChars === 0) return 1
  return Math.min(1, digestChars / originalChars)
}
