import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server'
import type { Caller } from '../../../define/call.ts'
import { toCallerKey } from '../../../names/to-caller-key.ts'

/** A caller as the SDK carries it; the token stays outside, because nothing inside needs it. */
export const toAuthInfo = ({ id, issuer, scopes }: Caller): AuthInfo => ({
  token: '',
  clientId: id,
  scopes: [...scopes],
  extra: { issuer },
})

/** The caller that the SDK has carried. */
export function toCaller(info: AuthInfo | undefined): Caller | undefined {
  if (info === undefined) return undefined
  const { clientId: id, scopes, extra } = info
  const issuer = extra?.issuer
  return typeof issuer === 'string' ? { id, issuer, scopes } : { id, scopes }
}

/** Binds sealed state to its caller, so that it is of no use to another. */
export function bindingOf({ http }: ServerContext): string {
  const caller = toCaller(http?.authInfo)
  return caller === undefined ? '' : `caller ${toCallerKey(caller)}`
}
