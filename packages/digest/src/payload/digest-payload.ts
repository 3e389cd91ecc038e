export const digestContentType = 'digest/v1'
export const digestVersion = '1.0'

/** An excerpt of the canonical text, word for word. */
export interface EvidenceSnippet {
  readonly text: string
  /** `char:S-E` or `page:N:char:S-E`: code points of the whole canonical text, the end excluded. */
  readonly locator: string
  /** From 0 to 1; 1 when every word of the query is there. */
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
  /** Of summary, key points and snippets together. */
  readonly digest_chars: number
  /** `digest_chars` by `original_chars`, 1 at most. */
  readonly compression_ratio: number
  readonly source_text_hash: string
}

/**
 * A payload as compact JSON, members in the order of the schema, so that equal payloads are equal
 * bytes.
 */
export function serializeDigest(payload: DigestPayload): string {
  return JSON.stringify(toPayload(payload))
}

/** The payload with its own members only, in the order of the schema, frozen. */
export function toPayload(payload: DigestPayload): DigestPayload {
  return Object.freeze({
    version: payload.version,
    content_type: payload.content_type,
    query_hash: payload.query_hash,
    summary: payload.summary,
    key_points: Object.freeze([...payload.key_points]),
    evidence_snippets: Object.freeze(
      payload.evidence_snippets.map(({ text, locator, relevance_score }) =>
        Object.freeze({ text, locator, relevance_score }),
      ),
    ),
    original_chars: payload.original_chars,
    digest_chars: payload.digest_chars,
    compression_ratio: payload.compression_ratio,
    source_text_hash: payload.source_text_hash,
  })
}

/**
 * The one ratio that goes with two sizes; a digest larger than its text counts as 1, and so does
 * one of nothing.
 */
export const toRatio = (digestChars: number, originalChars: number): number =>
  originalChars === 0 ? 1 : Math.min(1, digestChars / originalChars)
