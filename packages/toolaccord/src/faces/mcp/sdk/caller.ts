import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server'
import type { Caller } from '../../../define/call.ts'

/** A caller as the SDK carries it; the token stays outside, because nothing inside needs it. */
export const toAuthInfo = ({ id, scopes }: Caller): AuthInfo => ({
  token: '',
  clientId: id,
  scopes: [...scopes],
})

/** The caller that the SDK has carried. */
export function toCaller(info: AuthInfo | undefined): Caller | undefined {
  if (info === undefined) return undefined
  return { id: info.clientId, scopes: info.scopes }
}

/** Binds sealed state to its caller, so that it is of no use to another. */
export const bindingOf = ({ http }: ServerContext): string =>
  http?.authInfo === undefined ? '' : `caller ${http.authInfo.clientId}`
