import { checkSignal, createPace } from './pace/create-pace.ts'
import { DigestError } from './pace/digest-error.ts'
import { type DocumentLimits, toDocumentLimits } from './pace/document-limits.ts'
import type { Log } from './pace/log.ts'
import { type Extract, extract } from './passages/extract.ts'
import {
  type DigestPayload,
  countDigestChars,
  digestContentType,
  digestVersion,
  toDigestPayload,
  toRatio,
} from './payload/digest-payload.ts'
import { holdsDigest } from './payload/is-digest.ts'
import { type PayloadLimits, toPayloadLimits } from './payload/payload-limits.ts'
import type { CircuitBreaker } from './summary/create-circuit-breaker.ts'
import {
  type AbstractSummary,
  type FallbackReason,
  type Summarize,
  toAbstractSummary,
} from './summary/to-abstract-summary.ts'
import type { CanonicalDocument } from './text/canonical-document.ts'
import { toQueryHash } from './text/sha256.ts'

/** How a document is condensed. */
export interface DigestOptions extends Partial<PayloadLimits> {
  /**
   * The language of the document as a BCP 47 tag. Default: detected by its script and its commonest
   * words.
   */
  readonly locale?: string | undefined
  /** Writes the summary instead of extracting it; key points and snippets stay extractive. */
  readonly summarize?: Summarize | undefined
  /** How long `summarize` may take. Default: 60 seconds. */
  readonly summarizeTimeoutMs?: number | undefined
  /** Guards `summarize`. */
  readonly breaker?: CircuitBreaker | undefined
  readonly limits?: Pick<Partial<DocumentLimits>, 'maxMs'> | undefined
  readonly signal?: AbortSignal | undefined
  /** Gets the errors of `summarize`. Default: they are dropped. */
  readonly log?: Log | undefined
}

/** A remark on a digest. It is also a valid warning in the notes of a toolaccord outcome. */
export interface DigestWarning {
  readonly code: 'FALLBACK_USED'
  readonly severity: 'warning'
  readonly message: string
  readonly context: { readonly reason: FallbackReason }
}

/** A digest with remarks on it. */
export interface DigestResult {
  readonly payload: DigestPayload
  /** FALLBACK_USED if the summary is extractive although `summarize` was given. */
  readonly warnings: readonly DigestWarning[]
}

const defaultTimeoutMs = 60_000

/**
 * Condenses a document for a query. Without `summarize` the same input gives the same bytes.
 *
 * @example
 *   import { canonicalize, digest } from '@toolaccord/digest'
 *
 *   const document = await canonicalize('Warm water harms corals. Fish leave the reef.')
 *   const { payload } = await digest(document, 'corals')
 *   payload.evidence_snippets[0]?.text // → 'Warm water harms corals.'
 */
export async function digest(
  document: CanonicalDocument,
  query: string,
  options: DigestOptions = {},
): Promise<DigestResult> {
  const limits = toPayloadLimits(options)
  const { locale, signal } = options
  checkLocale(locale)
  if (holdsDigest(document.text))
    throw new DigestError('already_digested', 'The text of the document is a digest already.')
  checkSignal(signal)
  const pace = createPace({ signal, maxMs: toDocumentLimits(options.limits).maxMs })
  const extracted = await extract(document, query, { limits, pace, locale })
  const answer = await askSummarizer(document.text, query, limits.summaryChars, options)
  let { summary } = extracted
  const warnings: DigestWarning[] = []
  if (answer?.ok) summary = answer.summary
  else if (answer !== undefined) warnings.push(toWarning(answer.reason))
  const payload = await assemble(document, query, { ...extracted, summary })
  return Object.freeze({ payload, warnings })
}

/** Returns undefined if there is no summariser, or nothing to summarise. */
async function askSummarizer(
  text: string,
  query: string,
  maxChars: number,
  options: DigestOptions,
): Promise<AbstractSummary | undefined> {
  const { summarize, summarizeTimeoutMs: timeoutMs = defaultTimeoutMs } = options
  if (summarize === undefined || text === '') return undefined
  const { log, signal, breaker } = options
  return toAbstractSummary(text, query, { summarize, timeoutMs, maxChars, log, signal, breaker })
}

async function assemble(
  { chars, hash }: CanonicalDocument,
  query: string,
  { summary, keyPoints, snippets }: Extract,
): Promise<DigestPayload> {
  const parts = { summary, key_points: keyPoints, evidence_snippets: snippets }
  const digestChars = countDigestChars(parts)
  return toDigestPayload({
    version: digestVersion,
    content_type: digestContentType,
    query_hash: await toQueryHash(query),
    ...parts,
    original_chars: chars,
    digest_chars: digestChars,
    compression_ratio: toRatio(digestChars, chars),
    source_text_hash: hash,
  })
}

const fallbacks: Readonly<Record<FallbackReason, string>> = {
  failed: 'failed',
  timeout: 'took too long',
  empty: 'gave an empty summary',
  too_long: 'gave a summary over the limit',
  circuit_open: 'failed too often lately and was not asked',
}

const toWarning = (reason: FallbackReason): DigestWarning => ({
  code: 'FALLBACK_USED',
  severity: 'warning',
  message: `The summariser ${fallbacks[reason]}; the summary is taken from the text.`,
  context: { reason },
})

function checkLocale(locale: string | undefined): void {
  if (locale === undefined) return
  try {
    Intl.getCanonicalLocales(locale)
  } catch (cause) {
    const given = JSON.stringify(locale)
    const message = `The locale ${given} is not a BCP 47 tag, such as en or pt-BR.`
    throw new TypeError(message, { cause })
  }
}
