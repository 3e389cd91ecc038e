import type { Caller } from '../define/call.ts'
import { type AuthRefusal, toAuthRefusal } from './auth-refusal.ts'

/** True if a string is one scope: the `scope-token` of RFC 6749 section 3.3. */
export const isScope = (text: string): boolean => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text)

/** Returns the required scopes that a caller does not have. */
export const missingScopes = (required: readonly string[], { scopes }: Caller): readonly string[] =>
  required.filter((scope) => !scopes.includes(scope))

/** Describes missing scopes, for people. */
export function describeMissing(missing: readonly string[]): string {
  const noun = missing.length === 1 ? 'scope' : 'scopes'
  return `The token lacks the ${noun} ${missing.join(', ')}.`
}

/**
 * Returns the refusal of a caller that does not have all required scopes, for a face that answers
 * with a challenge; undefined if the caller has them.
 */
export function findScopeRefusal(
  required: readonly string[],
  caller: Caller,
): AuthRefusal | undefined {
  const missing = missingScopes(required, caller)
  if (missing.length === 0) return undefined
  return toAuthRefusal({
    reason: 'forbidden',
    error: 'insufficient_scope',
    description: describeMissing(missing),
    scopes: required,
    missing,
  })
}
