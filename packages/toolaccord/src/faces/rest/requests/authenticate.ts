import type { MiddlewareHandler } from 'hono'
import type { AuthRefusal } from '../../../auth/auth-refusal.ts'
import type { Authenticator } from '../../../auth/create-authenticator.ts'
import type { Caller } from '../../../define/call.ts'
import { Refusal } from './refusal.ts'

/** What the middleware leaves for the routes. */
export interface RestEnv {
  readonly Variables: { readonly caller?: Caller }
}

/** Whatever starts and watches a server asks these, and has no token. */
const openPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/** Lets in who shows a valid token; throws a Refusal for everybody else. */
export function authenticate(authenticator: Authenticator): MiddlewareHandler<RestEnv> {
  return async (c, next) => {
    if (openPaths.has(c.req.path)) return next()
    const found = await authenticator.authenticate(c.req.header('authorization'))
    if (!found.ok) throw toRefusal(found, authenticator)
    c.set('caller', found.caller)
    return next()
  }
}

const reasonOf = { 401: 'unauthenticated', 403: 'forbidden', 503: 'unavailable' } as const

/** Why a request is not let in, with the challenge that tells a client what to do. */
export function toRefusal(refused: AuthRefusal, authenticator: Authenticator | undefined): Refusal {
  const { status, description: message, scopes } = refused
  const challenge = authenticator?.challenge(refused)
  const more = scopes && {
    hint: `Get a token with ${scopes.join(' ')} and call again.`,
    details: { required_scopes: scopes },
  }
  return new Refusal(
    reasonOf[status],
    { message, ...more },
    challenge === undefined ? {} : { 'WWW-Authenticate': challenge },
  )
}
