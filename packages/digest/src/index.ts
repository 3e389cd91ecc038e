export { canonicalize } from './documents/canonicalize.ts'
export { createCircuitBreaker } from './summary/create-circuit-breaker.ts'
export { estimateDigestTokens, isDigest } from './payload/is-digest.ts'
export { createDigestCache } from './create-digest-cache.ts'
export { DigestError } from './work/digest-error.ts'
export { digest } from './digest.ts'
export { createDigester } from './create-digester.ts'
export { checkEligibility } from './check-eligibility.ts'
export { documentLimits, payloadLimits } from './work/limits.ts'
export { parseLocator, toLocator } from './payload/locator.ts'
export { serializeDigest } from './payload/digest-payload.ts'
export { parseDigest, validateDigest } from './payload/validate-digest.ts'
export { verifyDigest } from './payload/verify-digest.ts'

export type { FallbackReason, Summarize } from './summary/to-abstract-summary.ts'
export type { CanonicalizeOptions, DocumentSource } from './documents/canonicalize.ts'
export type { CanonicalDocument, PageBoundary } from './text/canonical-document.ts'
export type { Log } from './work/log.ts'
export type {
  CircuitBreaker,
  CircuitBreakerOptions,
  CircuitState,
  Settle,
} from './summary/create-circuit-breaker.ts'
export type { DigestCache, DigestCacheOptions } from './create-digest-cache.ts'
export type { DigestReason } from './work/digest-error.ts'
export type { DigestOptions, DigestResult, DigestWarning } from './digest.ts'
export type { Digested, Digester, DigesterOptions, Skipped } from './create-digester.ts'
export type {
  DigestPolicy,
  Eligibility,
  EligibilityOptions,
  SkipReason,
} from './check-eligibility.ts'
export type { DocumentLimits, PayloadLimits } from './work/limits.ts'
export type { Locator } from './payload/locator.ts'
export type { DigestPayload, EvidenceSnippet } from './payload/digest-payload.ts'
export type { DigestCheck, DigestIssue } from './payload/validate-digest.ts'
