import type { Caller } from '../define/call.ts'

/** What became of a request's credentials. */
export type Authentication = { readonly ok: true; readonly caller: Caller } | AuthRefusal

/** Why a request is not let in, in words that hold nothing of what it sent. */
export interface AuthRefusal {
  readonly ok: false
  /**
   * 401: show who you are; 403: known, but not allowed to; 503: nobody can be checked at the
   * moment.
   */
  readonly status: 401 | 403 | 503
  /** As RFC 6750 spells it; absent where no token was sent, and where the token is not to blame. */
  readonly error?: 'invalid_token' | 'insufficient_scope'
  readonly description: string
  /** All scopes that the request needs, where they are known. */
  readonly scopes?: readonly string[]
}

/** The refusal of a token that was sent. */
export const invalidToken = (description: string): AuthRefusal => ({
  ok: false,
  status: 401,
  error: 'invalid_token',
  description,
})

/** The refusal of every token while none can be checked. */
export const uncheckable: AuthRefusal = {
  ok: false,
  status: 503,
  description: 'Tokens cannot be checked at the moment. Retry later.',
}
