import { isDigest } from './payload/is-digest.ts'

/** When documents are condensed: never, when they are long, or whenever they have text. */
export type DigestPolicy = 'off' | 'auto' | 'always'

export interface EligibilityOptions {
  /** Default: auto. */
  readonly policy?: DigestPolicy | undefined
  /** The shortest text that `auto` condenses, in code points. Default: 10,000. */
  readonly minChars?: number | undefined
}

export type SkipReason = 'policy_off' | 'already_digested' | 'empty' | 'too_short'

export type Eligibility =
  | { readonly eligible: true }
  | { readonly eligible: false; readonly reason: SkipReason; readonly message: string }

/** Whether a document is to be condensed, and why not; its length is asked only where it decides. */
export function checkEligibility(
  { contentType, chars }: { readonly contentType?: string; readonly chars?: number },
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
