import type { CallContext, Caller } from '../define/call.ts'
import type { ReasonProblem } from '../outcome/reasons.ts'
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

/** Who asks for something that needs scopes. */
export type ScopeHolder = Pick<CallContext, 'caller' | 'isLocal' | 'face'>

/** Why something that needs scopes is refused. */
export interface ScopeLack {
  readonly reason: 'unauthenticated' | 'forbidden'
  readonly problem: ReasonProblem
}

/** The faces whose caller is whoever started the process. */
const ownFaces: ReadonlySet<CallContext['face']> = new Set(['cli', 'direct'])

/**
 * Finds why somebody does not get what needs these scopes; undefined if nothing is missing. Whoever
 * started the process needs none.
 */
export function findScopeLack(
  required: readonly string[],
  { caller, isLocal = false, face }: ScopeHolder,
): ScopeLack | undefined {
  if (required.length === 0) return undefined
  if (caller === undefined) {
    if (isLocal || ownFaces.has(face)) return undefined
    const hint = `Send a token with the scope ${required.join(' ')}.`
    return { reason: 'unauthenticated', problem: { hint, details: { required_scopes: required } } }
  }
  const missing = missingScopes(required, caller)
  if (missing.length === 0) return undefined
  return {
    reason: 'forbidden',
    problem: {
      message: describeMissing(missing),
      hint: `Get a token with ${required.join(' ')} and call again.`,
      details: { required_scopes: required, missing_scopes: missing },
    },
  }
}
