import { type EligibilityOptions, type SkipReason, checkEligibility } from './check-eligibility.ts'
import { type DigestCache, createDigestCache } from './create-digest-cache.ts'
import { type DigestOptions, type DigestWarning, digest } from './digest.ts'
import { type DocumentSource, canonicalize } from './documents/canonicalize.ts'
import { DigestError } from './pace/digest-error.ts'
import { type DocumentLimits, toDocumentLimits } from './pace/document-limits.ts'
import type { DigestPayload } from './payload/digest-payload.ts'
import { type PayloadLimits, toPayloadLimits } from './payload/payload-limits.ts'
import { validateDigest } from './payload/validate-digest.ts'
import { createCircuitBreaker } from './summary/create-circuit-breaker.ts'
import type { CanonicalDocument } from './text/canonical-document.ts'
import { sha256 } from './text/sha256.ts'

/** How a digester condenses documents, and which of them. */
export interface DigesterOptions
  extends Omit<DigestOptions, 'signal' | 'limits'>, EligibilityOptions {
  readonly limits?: Partial<DocumentLimits> | undefined
  /** Default: one in memory. */
  readonly cache?: DigestCache | undefined
  /**
   * Names `summarize` and its settings in the keys of the cache. It is needed if digesters share a
   * cache.
   */
  readonly summarizerId?: string | undefined
}

/** A document that was condensed. */
export interface Digested {
  readonly status: 'digested'
  readonly payload: DigestPayload
  readonly document: CanonicalDocument
  readonly warnings: readonly DigestWarning[]
  readonly isCached: boolean
}

/** A document that was not condensed, and the reason. */
export interface Skipped {
  readonly status: 'skipped'
  readonly reason: SkipReason
  readonly message: string
}

/** Condenses documents by one policy, with one cache and one circuit breaker. */
export interface Digester {
  digest(
    source: DocumentSource,
    query: string,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<Digested | Skipped>
}

/** The options of a digester with every default in its place. */
interface Settings extends DigesterOptions {
  readonly cache: DigestCache
  readonly payloadLimits: PayloadLimits
}

/**
 * The version of the algorithm. Raise it when the same input gives another digest, so that a cache
 * that outlives the process does not return an older one.
 */
const algorithm = 1

/**
 * Creates a digester. Throws a TypeError if its limits cannot work.
 *
 * @example
 *   import { createDigester } from '@toolaccord/digest'
 *
 *   const digester = createDigester({ policy: 'auto', minChars: 5_000 })
 *   const answer = await digester.digest('Warm water harms corals.', 'corals')
 *   answer.status // → 'skipped'
 */
export function createDigester(options: DigesterOptions = {}): Digester {
  toDocumentLimits(options.limits)
  const settings: Settings = {
    ...options,
    cache: options.cache ?? createDigestCache(),
    breaker: options.breaker ?? createCircuitBreaker(),
    payloadLimits: toPayloadLimits(options),
  }
  return {
    async digest(source, query, { signal } = {}) {
      const contentType = typeof source === 'string' ? undefined : source.contentType
      const before = checkEligibility({ contentType }, options)
      if (!before.eligible) return toSkipped(before)
      const document = await canonicalize(source, { limits: options.limits, signal })
      const after = checkEligibility(document, options)
      if (!after.eligible) return toSkipped(after)
      try {
        return await condense(document, query, settings, signal)
      } catch (error) {
        if (error instanceof DigestError && error.reason === 'already_digested')
          return toSkipped({ reason: error.reason, message: error.message })
        throw error
      }
    },
  }
}

const toSkipped = ({ reason, message }: Omit<Skipped, 'status'>): Skipped => ({
  status: 'skipped',
  reason,
  message,
})

async function condense(
  document: CanonicalDocument,
  query: string,
  settings: Settings,
  signal: AbortSignal | undefined,
): Promise<Digested> {
  const key = await toKey(document, query, settings)
  const cached = await findCached(key, document, settings)
  if (cached !== undefined)
    return { status: 'digested', payload: cached, document, warnings: [], isCached: true }
  const { payload, warnings } = await digest(document, query, { ...settings, signal })
  // A fallback is for this time only.
  if (warnings.length === 0) await keep(key, payload, settings)
  return { status: 'digested', payload, document, warnings, isCached: false }
}

function toKey(
  { hash, pages }: CanonicalDocument,
  query: string,
  { payloadLimits, locale, summarize, summarizerId }: Settings,
): Promise<string> {
  const hasSummarizer = summarize !== undefined
  const inputs = [hash, pages, query, payloadLimits, locale, hasSummarizer, summarizerId]
  return sha256(JSON.stringify([algorithm, ...inputs]))
}

/** Checks what the cache returns, because a cache may be shared and may outlive programs. */
async function findCached(
  key: string,
  { hash }: CanonicalDocument,
  { cache, log }: Settings,
): Promise<DigestPayload | undefined> {
  try {
    const check = validateDigest(await cache.get(key))
    if (check.ok && check.payload.source_text_hash === hash) return check.payload
  } catch (error) {
    log?.warn('the cache of digests failed', { error })
  }
  return undefined
}

async function keep(key: string, payload: DigestPayload, { cache, log }: Settings): Promise<void> {
  try {
    await cache.set(key, payload)
  } catch (error) {
    log?.warn('the cache of digests failed', { error })
  }
}
