import type { Caller } from '../define/call.ts'
import type { AuthRefusal } from './authentication.ts'

/** Whether a text is one scope: the `scope-token` of RFC 6749 section 3.3. */
export const isScope = (text: string): boolean => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text)

/** The scopes of a list that a caller does not have. */
export const missingScopes = (required: readonly string[], { scopes }: Caller): readonly string[] =>
  required.filter((scope) => !scopes.includes(scope))

/** What lacks, for people. */
export const describeMissing = (missing: readonly string[]): string =>
  `The token lacks the scope${missing.length === 1 ? '' : 's'} ${missing.join(', ')}.`

/**
 * The refusal of a caller that lacks a scope, for a face that answers with a challenge; undefined
 * where none lacks.
 */
export function refuseScopes(required: readonly string[], caller: Caller): AuthRefusal | undefined {
  const missing = missingScopes(required, caller)
  if (missing.length === 0) return undefined
  return {
    ok: false,
    status: 403,
    error: 'insufficient_scope',
    description: describeMissing(missing),
    scopes: required,
  }
}
