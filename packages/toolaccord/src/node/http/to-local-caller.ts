import { isScope } from '../../auth/scopes.ts'
import type { Caller } from '../../define/call.ts'
import type { EdgeOptions } from '../../faces/http/create-edge.ts'
import { clip } from '../../json/json.ts'
import { isLoopback } from '../../names/is-loopback.ts'

/** The options that say who calls without a token. */
interface LocalOptions extends Pick<EdgeOptions, 'authenticator' | 'cors'> {
  readonly localScopes?: readonly string[] | undefined
  readonly allowRemote?: boolean | undefined
}

/**
 * Who calls a server without a token, if only this machine can; undefined if that is not known.
 * Throws if somebody else could call with the scopes.
 */
export function toLocalCaller(
  { localScopes, allowRemote = false, authenticator, cors }: LocalOptions,
  host: string,
): Caller | undefined {
  if (localScopes === undefined || authenticator !== undefined) return undefined
  const bad = localScopes.find((scope) => !isScope(scope))
  if (bad !== undefined) throw new RangeError(`localScopes: '${clip(bad)}' is not a scope.`)
  if (!isLoopback(host)) throw new Error(refused(`on ${host} other machines could call`, 'host'))
  if (allowRemote) throw new Error(refused('other machines may call', 'allowRemote'))
  if (cors === true) throw new Error(refused('pages of every origin may call', 'cors'))
  return Object.freeze({ id: 'local', scopes: Object.freeze([...localScopes]) })
}

const refused = (reason: string, option: string): string =>
  `Refused to listen with localScopes: ${reason}, and would have these scopes without a token. ` +
  `Leave ${option} out, or give an authenticator (createAuthenticator of toolaccord/auth, ` +
  'or keys in TOOLACCORD_API_KEYS).'
