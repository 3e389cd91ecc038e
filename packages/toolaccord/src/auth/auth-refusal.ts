import type { Caller } from '../define/call.ts'
import { kinds } from '../outcome/kinds.ts'
import { reasons } from '../outcome/reasons.ts'

/** The result of checking a request's credentials. */
export type Authentication = { readonly ok: true; readonly caller: Caller } | AuthRefusal

/**
 * Why a request is not let in. `unauthenticated`: it must show who sends it. `forbidden`: its
 * sender is known and not allowed to. `unavailable`: nobody can be checked at the moment.
 */
export type AuthReason = 'unauthenticated' | 'forbidden' | 'unavailable'

/** The refusal of a request. Its words contain nothing that the request sent. */
export interface AuthRefusal {
  readonly ok: false
  readonly reason: AuthReason
  /** The HTTP status of the reason. */
  readonly status: 401 | 403 | 503
  /** As RFC 6750 spells it; absent if no token was sent, or if the token is not to blame. */
  readonly error?: 'invalid_token' | 'insufficient_scope' | undefined
  readonly description: string
  /** All scopes that the request needs, if they are known. */
  readonly scopes?: readonly string[] | undefined
  /** Those of them that the caller does not have. */
  readonly missing?: readonly string[] | undefined
}

/** Makes a refusal with the status of its reason. */
export const toAuthRefusal = (about: Omit<AuthRefusal, 'ok' | 'status'>): AuthRefusal => ({
  ok: false,
  status: kinds[reasons[about.reason].kind].status,
  ...about,
})

/** The refusal of a token that was sent. */
export const invalidToken = (description: string): AuthRefusal =>
  toAuthRefusal({ reason: 'unauthenticated', error: 'invalid_token', description })

/** The refusal of every token while none can be checked. */
export const uncheckable: AuthRefusal = toAuthRefusal({
  reason: 'unavailable',
  description: 'Tokens cannot be checked at the moment. Retry later.',
})
