export { checkEligibility } from './check-eligibility.ts'
export { createDigestCache } from './create-digest-cache.ts'
export { createDigester } from './create-digester.ts'
export { digest } from './digest.ts'
export { canonicalize } from './documents/canonicalize.ts'
export { serializeDigest } from './payload/digest-payload.ts'
export { estimateDigestTokens } from './payload/estimate-digest-tokens.ts'
export { isDigest } from './payload/is-digest.ts'
export { parseLocator, toLocator } from './payload/locator.ts'
export { parseDigest } from './payload/parse-digest.ts'
export { payloadLimits } from './payload/payload-limits.ts'
export { validateDigest } from './payload/validate-digest.ts'
export { verifyDigest } from './payload/verify-digest.ts'
export { createCircuitBreaker } from './summary/create-circuit-breaker.ts'
export { DigestError } from './pace/digest-error.ts'
export { documentLimits } from './pace/document-limits.ts'

export type {
  DigestPolicy,
  Eligibility,
  EligibilityOptions,
  SkipReason,
} from './check-eligibility.ts'
export type { DigestCache, DigestCacheOptions } from './create-digest-cache.ts'
export type { Digested, Digester, DigesterOptions, Skipped } from './create-digester.ts'
export type { DigestOptions, DigestResult, DigestWarning } from './digest.ts'
export type { CanonicalizeOptions, DocumentSource } from './documents/canonicalize.ts'
export type { DigestPayload, EvidenceSnippet } from './payload/digest-payload.ts'
export type { DigestCheck, DigestIssue } from './payload/issue-list.ts'
export type { Locator } from './payload/locator.ts'
export type { PayloadLimits } from './payload/payload-limits.ts'
export type {
  CircuitBreaker,
  CircuitBreakerOptions,
  CircuitState,
  Settle,
} from './summary/create-circuit-breaker.ts'
export type { FallbackReason, Summarize } from './summary/to-abstract-summary.ts'
export type { CanonicalDocument, PageBoundary } from './text/canonical-document.ts'
export type { DigestReason } from './pace/digest-error.ts'
export type { DocumentLimits } from './pace/document-limits.ts'
export type { Log } from './pace/log.ts'
