import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server'
import type { Caller } from '../../../define/call.ts'

/**
 * A caller in the form in which the SDK carries it; the token stays outside, because nothing inside
 * needs it.
 */
export const toAuthInfo = ({ id, scopes }: Caller): AuthInfo => ({
  token: '',
  clientId: id,
  scopes: [...scopes],
})

/** The caller that the SDK has carried. */
export const toCaller = (info: AuthInfo | undefined): Caller | undefined =>
  info && { id: info.clientId, scopes: info.scopes }

/** What sealed state is bound to: it is no use to another caller. */
export const bindingOf = ({ http }: ServerContext): string =>
  http?.authInfo === undefined ? '' : `caller ${http.authInfo.clientId}`
