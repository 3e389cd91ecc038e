import { isDigest } from './payload/is-digest.ts'

/** Which documents are condensed: none, long ones, or all that have text. */
export type DigestPolicy = 'off' | 'auto' | 'always'

/** The policy, and what it calls long. */
export interface EligibilityOptions {
  /** Default: auto. */
  readonly policy?: DigestPolicy | undefined
  /** The shortest text that `auto` condenses, in code points. Default: 10,000. */
  readonly minChars?: number | undefined
}

/** The reason why a document is not condensed. */
export type SkipReason = 'policy_off' | 'already_digested' | 'empty' | 'too_short'

/** The decision about a document, with the reason if it is not condensed. */
export type Eligibility =
  | { readonly eligible: true }
  | { readonly eligible: false; readonly reason: SkipReason; readonly message: string }

/** What is known about a document; its length may follow later. */
interface DocumentFacts {
  readonly contentType?: string | undefined
  readonly chars?: number | undefined
}

/** Decides if a document is condensed. A length that is not yet known decides nothing. */
export function checkEligibility(
  { contentType, chars }: DocumentFacts,
  { policy = 'auto', minChars = 10_000 }: EligibilityOptions = {},
): Eligibility {
  if (policy === 'off') return skip('policy_off', 'Digests are switched off.')
  if (contentType !== undefined && isDigest(contentType))
    return skip('already_digested', 'The document is a digest already.')
  if (chars === 0) return skip('empty', 'The document has no text.')
  if (policy === 'auto' && chars !== undefined && chars < minChars)
    return skip('too_short', `The document has ${chars} characters; digests begin at ${minChars}.`)
  return { eligible: true }
}

const skip = (reason: SkipReason, message: string): Eligibility => ({
  eligible: false,
  reason,
  message,
})
