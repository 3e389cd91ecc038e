import type { AuthRefusal } from '../../../auth/authentication.ts'
import type { Authenticator } from '../../../auth/create-authenticator.ts'

/** The headers of every answer where callers are authenticated. */
export const authHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  Vary: 'Authorization',
}

/** What is answered to a request that is not let in. */
export interface AuthAnswer {
  readonly status: number
  /** The `WWW-Authenticate` that tells a client what to do, where it can do something. */
  readonly challenge: string | undefined
  readonly json: string
}

/** Writes a refusal as a JSON-RPC error, with the challenge of the authenticator. */
export const toAuthAnswer = (
  refusal: AuthRefusal,
  authenticator: Authenticator | undefined,
): AuthAnswer => ({
  status: refusal.status,
  challenge: authenticator?.challenge(refusal),
  json: JSON.stringify({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32_000, message: refusal.description },
  }),
})
