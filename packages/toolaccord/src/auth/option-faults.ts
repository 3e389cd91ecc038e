import { isLoopback } from '../names/is-loopback.ts'
import { repeated } from '../names/repeated.ts'
import { type ApiKey, isHash } from './api-key.ts'
import {
  type AuthenticatorOptions,
  type JwtOptions,
  type PublicJwk,
  algorithms,
} from './authenticator-options.ts'
import { isScope } from './scopes.ts'

/**
 * Every reason why options cannot work. No fault shows a key or a hash, because a secret may stand
 * in the wrong place.
 */
export function optionFaults({
  keys: given = [],
  jwt,
  resource,
  authorizationServers = [],
  scopesSupported = [],
}: AuthenticatorOptions): string[] {
  const keys = typeof given === 'function' ? [] : given
  return [
    ...(typeof given !== 'function' && given.length === 0 && jwt === undefined
      ? [
          'needs keys or jwt: without either nobody is let in; keysFromEnv gives none where TOOLACCORD_API_KEYS is not set',
        ]
      : []),
    ...keys.flatMap(({ id, hash, scopes = [] }, index) => [
      ...(/^[\x21-\x7e]{1,128}$/.test(id)
        ? []
        : [`keys[${index}].id: must be 1 to 128 printable ASCII characters without a space`]),
      ...(isHash(hash)
        ? []
        : [
            `keys[${index}].hash: must be sha256: and 64 hexadecimal digits; hashKey(key) makes it`,
          ]),
      ...scopeFaults(`keys[${index}].scopes`, scopes),
    ]),
    ...repeated(keys.map(({ id }) => id)).map((id) => `keys: two have the id '${id}'`),
    ...repeated(keys.map(hashOf)).map(
      (hash) => `keys: ${holdersOf(hash, keys)} have the same hash`,
    ),
    ...(jwt === undefined ? [] : jwtFaults(jwt)),
    ...(jwt !== undefined && resource === undefined
      ? ['resource: needed with jwt, because clients find the authorization server through it']
      : []),
    ...(resource === undefined ? [] : resourceFaults(resource)),
    ...authorizationServers.flatMap((url, index) =>
      urlFaults(`authorizationServers[${index}]`, url),
    ),
    ...(jwt?.issuer && authorizationServers.length === 0
      ? urlFaults('jwt.issuer, where clients are sent without authorizationServers', jwt.issuer)
      : []),
    ...scopeFaults('scopesSupported', scopesSupported),
  ]
}

const hashOf = ({ hash }: ApiKey): string => String(hash).toLowerCase()

const holdersOf = (hash: string, keys: readonly ApiKey[]): string =>
  keys
    .filter((key) => hashOf(key) === hash)
    .map(({ id }) => `'${id}'`)
    .join(' and ')

function jwtFaults(jwt: JwtOptions): string[] {
  const { issuer, audience, jwksUrl, jwks, publicKey, clockToleranceSeconds = 0, cacheMs = 0 } = jwt
  const sources = [jwksUrl, jwks, publicKey].filter((source) => source !== undefined)
  return [
    ...(issuer ? [] : ['jwt.issuer: needed, because a token of any other issuer must be refused']),
    ...(audience?.length > 0 && ![audience].flat().includes('')
      ? []
      : ['jwt.audience: needed, because a token for another server must be refused']),
    ...(sources.length === 1
      ? []
      : [`jwt: needs exactly one of jwksUrl, jwks and publicKey, and has ${sources.length}`]),
    ...(jwksUrl === undefined ? [] : urlFaults('jwt.jwksUrl', jwksUrl)),
    ...(jwks === undefined ? [] : jwksFaults(jwks)),
    ...publicKeyFaults(jwt),
    ...algorithmFaults(jwt.algorithms),
    ...(jwt.idClaim === '' ? ['jwt.idClaim: must name a claim'] : []),
    ...(clockToleranceSeconds >= 0 && clockToleranceSeconds <= 300
      ? []
      : [`jwt.clockToleranceSeconds: ${clockToleranceSeconds} is not from 0 to 300`]),
    ...(cacheMs >= 0 && cacheMs <= 3_600_000
      ? []
      : [`jwt.cacheMs: ${cacheMs} is not from 0 to 3600000`]),
  ]
}

function jwksFaults({ keys }: NonNullable<JwtOptions['jwks']>): string[] {
  if (!Array.isArray(keys) || keys.length === 0)
    return ['jwt.jwks: must be { keys: [...] } with one key or more']
  return keys.flatMap((key, index) => jwkFaults(`jwt.jwks.keys[${index}]`, key))
}

function publicKeyFaults({ publicKey, algorithms: chosen = [] }: JwtOptions): string[] {
  if (publicKey === undefined) return []
  if (typeof publicKey !== 'string')
    return isCryptoKey(publicKey)
      ? cryptoKeyFaults(publicKey)
      : jwkFaults('jwt.publicKey', publicKey)
  return [
    ...(/^\s*-----BEGIN PUBLIC KEY-----/.test(publicKey)
      ? []
      : ['jwt.publicKey: as text it must be PEM that starts with BEGIN PUBLIC KEY']),
    ...(chosen.length === 1
      ? []
      : [
          'jwt.algorithms: must be exactly one with a publicKey in PEM, which does not tell its own',
        ]),
  ]
}

const isCryptoKey = (key: CryptoKey | PublicJwk): key is CryptoKey => key instanceof CryptoKey

const cryptoKeyFaults = ({ type }: CryptoKey): string[] =>
  type === 'public' ? [] : [`jwt.publicKey: is a ${type} key; give the public half of a pair`]

function jwkFaults(name: string, { kty, d, k }: PublicJwk): string[] {
  if (kty === undefined) return [`${name}: has no kty`]
  return kty === 'oct' || d !== undefined || k !== undefined
    ? [`${name}: holds a secret; give the public half of a pair`]
    : []
}

function algorithmFaults(chosen: readonly string[] = algorithms): string[] {
  if (chosen.length === 0) return ['jwt.algorithms: must name one or more']
  const known: readonly string[] = algorithms
  return chosen
    .filter((one) => !known.includes(one))
    .map((one) => `jwt.algorithms: '${one}' ${weakness(one)}; accepted are ${known.join(', ')}`)
}

function weakness(algorithm: string): string {
  if (/^none$/i.test(algorithm)) return 'lets everybody in'
  return /^HS/i.test(algorithm) ? 'lets everybody make tokens who can check them' : 'is not known'
}

function resourceFaults(resource: string): string[] {
  const faults = urlFaults('resource', resource)
  return faults.length === 0 && /[?#]/.test(resource)
    ? [`resource: '${resource}' must have neither a query nor a fragment`]
    : faults
}

function urlFaults(name: string, text: string): string[] {
  if (!URL.canParse(text)) return [`${name}: '${text}' is not a URL`]
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return [`${name}: must not hold a name or a password`]
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return []
  return [`${name}: '${text}' must be https; only a loopback address may be http`]
}

const scopeFaults = (name: string, scopes: readonly string[]): string[] =>
  scopes
    .filter((scope) => !isScope(scope))
    .map(
      (scope) =>
        `${name}: '${scope}' is not a scope: printable ASCII without spaces, quotes and backslashes`,
    )
