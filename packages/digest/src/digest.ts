import { type Extract, extract } from './passages/extract.ts'
import {
  type DigestPayload,
  digestContentType,
  digestVersion,
  toPayload,
  toRatio,
} from './payload/digest-payload.ts'
import { holdsDigest } from './payload/is-digest.ts'
import type { CircuitBreaker } from './summary/create-circuit-breaker.ts'
import {
  type FallbackReason,
  type Summarize,
  toAbstractSummary,
} from './summary/to-abstract-summary.ts'
import type { CanonicalDocument } from './text/canonical-document.ts'
import { countCodePoints } from './text/code-points.ts'
import { toQueryHash } from './text/sha256.ts'
import { checkSignal, createPace } from './work/create-pace.ts'
import { DigestError } from './work/digest-error.ts'
import {
  type DocumentLimits,
  type PayloadLimits,
  toDocumentLimits,
  toPayloadLimits,
} from './work/limits.ts'
import type { Log } from './work/log.ts'

export interface DigestOptions extends Partial<PayloadLimits> {
  /**
   * The language of the document as a BCP 47 tag. Default: what its script and its commonest words
   * tell.
   */
  readonly locale?: string | undefined
  /** Takes the place of the extractive summary; key points and snippets stay extractive. */
  readonly summarize?: Summarize | undefined
  /** How long `summarize` may take. Default: 60 seconds. */
  readonly summarizeTimeoutMs?: number | undefined
  /** Guards `summarize`. */
  readonly breaker?: CircuitBreaker | undefined
  readonly limits?: Pick<Partial<DocumentLimits>, 'maxMs'> | undefined
  readonly signal?: AbortSignal | undefined
  /** Told why `summarize` failed. Default: nobody. */
  readonly log?: Log | undefined
}

/** A remark on a digest. It is also a warning as the notes of a toolaccord outcome carry them. */
export interface DigestWarning {
  readonly code: 'FALLBACK_USED'
  readonly severity: 'warning'
  readonly message: string
  readonly context: { readonly reason: FallbackReason }
}

export interface DigestResult {
  readonly payload: DigestPayload
  /** FALLBACK_USED where the summary is extractive although another was asked for. */
  readonly warnings: readonly DigestWarning[]
}

/** Condenses a document for a query. Without `summarize` the same input gives the same bytes. */
export async function digest(
  document: CanonicalDocument,
  query: string,
  options: DigestOptions = {},
): Promise<DigestResult> {
  const limits = toPayloadLimits(options)
  checkLocale(options.locale)
  if (holdsDigest(document.text))
    throw new DigestError('already_digested', 'The text of the document is a digest already.')
  checkSignal(options.signal)
  const pace = createPace({ signal: options.signal, maxMs: toDocumentLimits(options.limits).maxMs })
  const extracted = await extract(document, query, { limits, pace, locale: options.locale })
  const { summary, warnings } = await toSummary(document, query, extracted, limits, options)
  return Object.freeze({
    payload: await assemble(document, query, { ...extracted, summary }),
    warnings,
  })
}

async function toSummary(
  { text }: CanonicalDocument,
  query: string,
  { summary }: Extract,
  { summaryChars: maxChars }: PayloadLimits,
  options: DigestOptions,
) {
  const { summarize, summarizeTimeoutMs: timeoutMs = 60_000, log, signal, breaker } = options
  if (summarize === undefined || text === '') return { summary, warnings: [] }
  const answer = await toAbstractSummary(text, query, {
    summarize,
    timeoutMs,
    maxChars,
    log,
    signal,
    breaker,
  })
  return answer.ok
    ? { summary: answer.summary, warnings: [] }
    : { summary, warnings: [toWarning(answer.reason)] }
}

async function assemble(
  { chars, hash }: CanonicalDocument,
  query: string,
  { summary, keyPoints, snippets }: Extract,
): Promise<DigestPayload> {
  const digestChars = [summary, ...keyPoints, ...snippets.map(({ text }) => text)].reduce(
    (sum, part) => sum + countCodePoints(part),
    0,
  )
  return toPayload({
    version: digestVersion,
    content_type: digestContentType,
    query_hash: await toQueryHash(query),
    summary,
    key_points: keyPoints,
    evidence_snippets: snippets,
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
  try {
    if (locale !== undefined) Intl.getCanonicalLocales(locale)
  } catch (cause) {
    throw new TypeError(
      `The locale ${JSON.stringify(locale)} is not a BCP 47 tag, such as en or pt-BR.`,
      { cause },
    )
  }
}
