export { canonicalize } from './canonicalize.ts'
export { createCircuitBreaker } from './circuit-breaker.ts'
export { estimateDigestTokens, isDigest } from './consumer.ts'
export { createDigestCache } from './digest-cache.ts'
export { DigestError } from './digest-error.ts'
export { digest } from './digest.ts'
export { createDigester } from './digester.ts'
export { checkEligibility } from './eligibility.ts'
export { documentLimits, payloadLimits } from './limits.ts'
export { parseLocator, toLocator } from './locator.ts'
export { serializeDigest } from './payload.ts'
export { parseDigest, validateDigest } from './validate-digest.ts'
export { verifyDigest } from './verify-digest.ts'

export type { FallbackReason, Summarize } from './abstract-summary.ts'
export type {
  CanonicalDocument,
  CanonicalizeOptions,
  DocumentSource,
  PageBoundary,
} from './canonicalize.ts'
export type {
  CircuitBreaker,
  CircuitBreakerOptions,
  CircuitState,
  Settle,
} from './circuit-breaker.ts'
export type { DigestCache, DigestCacheOptions } from './digest-cache.ts'
export type { DigestReason } from './digest-error.ts'
export type { DigestOptions, DigestResult } from './digest.ts'
export type { Digested, Digester, DigesterOptions, Skipped } from './digester.ts'
export type { DigestPolicy, Eligibility, EligibilityOptions, SkipReason } from './eligibility.ts'
export type { DocumentLimits, PayloadLimits } from './limits.ts'
export type { Locator } from './locator.ts'
export type { DigestPayload, EvidenceSnippet } from './payload.ts'
export type { DigestCheck, DigestIssue } from './validate-digest.ts'
