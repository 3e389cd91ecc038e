import { type EligibilityOptions, type SkipReason, checkEligibility } from './check-eligibility.ts'
import { type DigestCache, createDigestCache } from './create-digest-cache.ts'
import { type DigestOptions, type DigestWarning, digest } from './digest.ts'
import { type DocumentSource, canonicalize } from './documents/canonicalize.ts'
import type { DigestPayload } from './payload/digest-payload.ts'
import { validateDigest } from './payload/validate-digest.ts'
import { createCircuitBreaker } from './summary/create-circuit-breaker.ts'
import type { CanonicalDocument } from './text/canonical-document.ts'
import { sha256 } from './text/sha256.ts'
import { DigestError } from './work/digest-error.ts'
import { type DocumentLimits, toDocumentLimits, toPayloadLimits } from './work/limits.ts'

export interface DigesterOptions
  extends Omit<DigestOptions, 'signal' | 'limits'>, EligibilityOptions {
  readonly limits?: Partial<DocumentLimits> | undefined
  /** Default: one in memory. */
  readonly cache?: DigestCache | undefined
  /**
   * Names `summarize` and its settings in the keys of the cache; needed where digesters share a
   * cache.
   */
  readonly summarizerId?: string | undefined
}

export interface Digested {
  readonly status: 'digested'
  readonly payload: DigestPayload
  readonly document: CanonicalDocument
  readonly warnings: readonly DigestWarning[]
  readonly isCached: boolean
}

export interface Skipped {
  readonly status: 'skipped'
  readonly reason: SkipReason
  readonly message: string
}

/**
 * Condenses documents by one policy, with a cache and a circuit breaker that live as long as it
 * does.
 */
export interface Digester {
  digest(
    source: DocumentSource,
    query: string,
    options?: { readonly signal?: AbortSignal },
  ): Promise<Digested | Skipped>
}

/**
 * Raised when the same input gives another digest, so that no older one is taken from a cache that
 * outlives the process.
 */
const algorithm = 1

export function createDigester(options: DigesterOptions = {}): Digester {
  const { cache = createDigestCache(), breaker = createCircuitBreaker(), log } = options
  const payloadLimits = toPayloadLimits(options)
  toDocumentLimits(options.limits)

  const toKey = ({ hash, pages }: CanonicalDocument, query: string) => {
    const { locale, summarize, summarizerId } = options
    return sha256(
      JSON.stringify([
        algorithm,
        hash,
        pages,
        query,
        payloadLimits,
        locale,
        summarize !== undefined,
        summarizerId,
      ]),
    )
  }
  /**
   * A cache may be shared and outlive programs, so what it gives is checked; one that fails is as
   * good as none.
   */
  const look = async (key: string, { hash }: CanonicalDocument) => {
    try {
      const check = validateDigest(await cache.get(key))
      return check.ok && check.payload.source_text_hash === hash ? check.payload : undefined
    } catch (error) {
      log?.warn('the cache of digests failed', { error })
      return undefined
    }
  }
  const keep = async (key: string, payload: DigestPayload) => {
    try {
      await cache.set(key, payload)
    } catch (error) {
      log?.warn('the cache of digests failed', { error })
    }
  }
  const condense = async (
    document: CanonicalDocument,
    query: string,
    signal?: AbortSignal,
  ): Promise<Digested> => {
    const key = await toKey(document, query)
    const cached = await look(key, document)
    if (cached !== undefined)
      return { status: 'digested', payload: cached, document, warnings: [], isCached: true }
    const { payload, warnings } = await digest(document, query, {
      ...options,
      breaker,
      log,
      signal,
    })
    // A fallback is for this time only.
    if (warnings.length === 0) await keep(key, payload)
    return { status: 'digested', payload, document, warnings, isCached: false }
  }

  return {
    async digest(source, query, { signal } = {}) {
      const before = checkEligibility(
        { contentType: typeof source === 'string' ? undefined : source.contentType },
        options,
      )
      if (!before.eligible) return toSkipped(before)
      const document = await canonicalize(source, { limits: options.limits, signal })
      const after = checkEligibility(document, options)
      if (!after.eligible) return toSkipped(after)
      try {
        return await condense(document, query, signal)
      } catch (error) {
        if (error instanceof DigestError && error.reason === 'already_digested')
          return toSkipped({ reason: error.reason, message: error.message })
        throw error
      }
    },
  }
}

const toSkipped = ({
  reason,
  message,
}: {
  readonly reason: SkipReason
  readonly message: string
}): Skipped => ({ status: 'skipped', reason, message })
