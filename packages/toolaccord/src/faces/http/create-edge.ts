import type { AuthRefusal } from '../../auth/auth-refusal.ts'
import type { Authenticator } from '../../auth/create-authenticator.ts'
import type { Caller } from '../../define/call.ts'
import { Refusal } from '../../outcome/refusal.ts'
import { type AllowedOrigins, type HeaderList, createCors } from './create-cors.ts'
import type { EdgeRules } from './edge-rules.ts'

/** Who may call a server over HTTP, the same for REST and MCP. All are optional. */
export interface EdgeOptions {
  /**
   * The web pages that may call: `true` for those of any origin, without credentials. Default: only
   * pages of the same host.
   */
  readonly cors?: AllowedOrigins | undefined
  /** The host names that a request may be sent to, as in a URL, without a port. Default: any. */
  readonly hosts?: readonly string[] | undefined
  /** Finds out who calls, and refuses requests without a valid token. Default: all may call. */
  readonly authenticator?: Authenticator | undefined
}

/** Who may call, and what a transport knows beside it. */
export interface EdgeInit extends EdgeOptions {
  /** Who calls without a token, if callers need none. Default: nobody in particular. */
  readonly localCaller?: Caller | undefined
}

/** How the edge reads the requests of one runtime, so that none has to be converted for it. */
export interface RequestView<R> {
  methodOf(request: R): string | undefined
  /** The host with its port, as in the `Host` header. */
  hostOf(request: R): string
  /** A header by its name in lower case. */
  headerOf(request: R, name: string): string | undefined
}

/** Reads web-standard requests. */
export const webRequests: RequestView<Request> = {
  methodOf: ({ method }) => method,
  hostOf: ({ url }) => new URL(url).host,
  headerOf: ({ headers }, name) => headers.get(name) ?? undefined,
}

/** The checks that every HTTP request passes before a face reads it. */
export interface Edge<R> {
  /** True if callers need a token. */
  readonly isProtected: boolean
  /** Who calls if callers need no token; undefined if that is not known. */
  readonly localCaller?: Caller | undefined
  /** The refusal of a request that is sent to an unknown host, or by a page that may not call. */
  findForeign(request: R): Refusal | undefined
  /** True if a browser asks what a page may send; `findForeign` comes first. */
  isPreflight(request: R): boolean
  /** The headers of the answer to a preflight. */
  preflightHeadersFor(request: R): HeaderList
  /** The headers of every other answer. */
  headersFor(request: R): HeaderList
  /** The caller whose token a request has; throws a Refusal if it has no valid one. */
  authenticate(request: R): Promise<Caller | undefined>
  /** A refusal of authentication with its challenge, which says where to get a token. */
  toRefusal(refused: AuthRefusal): Refusal
  /** The refusal of a body whose headers say that it is not JSON. */
  findTypeRefusal(request: R): Refusal | undefined
}

/** The headers of every answer if callers need a token. */
const protectedHeaders: HeaderList = [
  ['Vary', 'Authorization'],
  ['Cache-Control', 'no-store'],
]

/** Creates the edge of one face, for the requests of one runtime. */
export function createEdge<R>(
  { methodOf, hostOf, headerOf }: RequestView<R>,
  rules: EdgeRules,
  { cors: allowed, hosts: names, authenticator, localCaller }: EdgeInit,
): Edge<R> {
  const hosts = names?.map((name) => name.toLowerCase())
  const cors = allowed && createCors(rules, allowed)
  const isProtected = authenticator !== undefined
  const ownHeaders = isProtected ? protectedHeaders : []

  function findForeign(request: R): Refusal | undefined {
    const origin = headerOf(request, 'origin')
    if (hosts === undefined && origin === undefined) return undefined
    const host = hostOf(request)
    if (hosts !== undefined && !isKnownHost(host, hosts)) return unknownHost(host, hosts)
    if (origin === undefined || cors?.isAllowed(origin) === true) return undefined
    if (rules.allowsForeignReads && onlyReads(methodOf(request))) return undefined
    if (hostOfOrigin(origin) === host.toLowerCase()) return undefined
    return foreignOrigin()
  }

  function toRefusal(refused: AuthRefusal): Refusal {
    if (authenticator === undefined) return localRefusal(refused)
    const { status, description: message, scopes, missing = scopes } = refused
    const reason = reasonOfStatus[status]
    const headers: Record<string, string> = {}
    const challenge = authenticator.challenge(refused)
    if (challenge !== undefined) headers['WWW-Authenticate'] = challenge
    if (scopes === undefined) return new Refusal(reason, { message }, headers)
    const hint = `Get a token with ${scopes.join(' ')} and call again.`
    const details = { required_scopes: scopes, missing_scopes: missing }
    return new Refusal(reason, { message, hint, details }, headers)
  }

  return {
    isProtected,
    localCaller: isProtected ? undefined : localCaller,
    findForeign,
    isPreflight: (request) =>
      cors !== undefined &&
      methodOf(request) === 'OPTIONS' &&
      headerOf(request, 'access-control-request-method') !== undefined,
    preflightHeadersFor: (request) => cors?.preflightHeadersFor(headerOf(request, 'origin')) ?? [],
    headersFor(request) {
      if (cors === undefined) return ownHeaders
      return [...cors.headersFor(headerOf(request, 'origin')), ...ownHeaders]
    },
    async authenticate(request) {
      if (authenticator === undefined) return undefined
      const found = await authenticator.authenticate(headerOf(request, 'authorization'))
      if (!found.ok) throw toRefusal(found)
      return found.caller
    },
    toRefusal,
    findTypeRefusal: (request) =>
      findTypeRefusal(
        rules.bodyTypes,
        headerOf(request, 'content-type'),
        headerOf(request, 'content-encoding'),
      ),
  }
}

const reasonOfStatus = { 401: 'unauthenticated', 403: 'forbidden', 503: 'unavailable' } as const

const onlyReads = (method: string | undefined): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

/** True if a request is sent to one of these names; another may be rebound to this machine. */
function isKnownHost(host: string, names: readonly string[]): boolean {
  for (const name of names) if (isHost(host, name)) return true
  const lowerCase = host.toLowerCase()
  return lowerCase !== host && isKnownHost(lowerCase, names)
}

/**
 * True if a host has this name, with or without a port. It allocates nothing: it runs on every
 * request.
 */
function isHost(host: string, name: string): boolean {
  if (!host.startsWith(name)) return false
  return host.length === name.length || isPort(host, name.length)
}

function isPort(host: string, from: number): boolean {
  if (host[from] !== ':' || host.length === from + 1) return false
  for (let index = from + 1; index < host.length; index++) {
    const character = host[index] ?? ''
    if (character < '0' || character > '9') return false
  }
  return true
}

/** Without the scheme, which a proxy in front of the server may have changed. */
export function hostOfOrigin(origin: string): string | undefined {
  if (!URL.canParse(origin)) return undefined
  return new URL(origin).host
}

const unknownHost = (host: string, hosts: readonly string[]): Refusal =>
  new Refusal('forbidden', {
    message: `This server does not answer for the host '${host.replace(/:\d+$/, '')}'.`,
    hint: `Call it as ${hosts.join(', ')}.`,
  })

const foreignOrigin = (): Refusal =>
  new Refusal('forbidden', {
    message: 'Web pages of this origin may not call this server.',
    hint: "The server's cors option names the origins that may.",
  })

/** The refusal of a caller without a token, who cannot get one. */
const localRefusal = ({ scopes = [], missing = scopes }: AuthRefusal): Refusal =>
  new Refusal('forbidden', {
    message: `Callers without a token lack the scope ${missing.join(', ')} on this server.`,
    hint: "The server's localScopes option names the scopes that they have.",
    details: { required_scopes: scopes, missing_scopes: missing },
  })

/** True if the length that a request announces is over the limit. */
export const isOverLimit = (contentLength: string | null | undefined, limit: number): boolean =>
  Number(contentLength) > limit

/** The refusal of a body whose headers say that it is not JSON in UTF-8. */
export function findTypeRefusal(
  bodyTypes: RegExp,
  contentType: string | undefined,
  contentEncoding: string | undefined,
): Refusal | undefined {
  // Nearly every request is this one, and is let through before anything is parsed.
  if (contentType === 'application/json' && contentEncoding === undefined) return undefined
  const type = contentType ?? ''
  const encoding = contentEncoding ?? 'identity'
  const [mediaType = '', ...parameters] = type.toLowerCase().split(';')
  const isJson = bodyTypes.test(mediaType.trim())
  if (isJson && parameters.every(isUtf8OrNoCharset) && encoding === 'identity') return undefined
  return new Refusal('unsupported_media_type', {
    message: `The body must be JSON in UTF-8, not ${describeType(type, encoding)}.`,
    hint: 'Send Content-Type: application/json and no Content-Encoding.',
  })
}

const isUtf8OrNoCharset = (parameter: string): boolean =>
  !/^\s*charset\s*=/.test(parameter) || /=\s*"?utf-?8"?\s*$/.test(parameter)

function describeType(type: string, encoding: string): string {
  if (type === '') return 'a body without a Content-Type'
  const given = `'${type.slice(0, 100)}'`
  if (encoding === 'identity') return given
  return `${given} encoded with '${encoding.slice(0, 20)}'`
}
