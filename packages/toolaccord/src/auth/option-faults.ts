import { isLoopback } from '../names/is-loopback.ts'
import { repeated } from '../names/repeated.ts'
import { algorithms } from './algorithms.ts'
import type {
  AuthenticatorOptions,
  JwtOptions,
  PublicJwk,
  WebKey,
} from './authenticator-options.ts'
import type { ApiKey } from './create-key-ring.ts'
import { isHash } from './hash-key.ts'
import { isScope } from './scopes.ts'

/**
 * Returns every reason why options cannot work. No fault shows a key or a hash, because a secret
 * may be in the wrong place.
 */
export function optionFaults(options: AuthenticatorOptions): string[] {
  const { keys = [], jwt, resource, authorizationServers = [], scopesSupported = [] } = options
  const faults: string[] = []
  if (typeof keys !== 'function') faults.push(...keyFaults(keys, jwt !== undefined))
  if (jwt !== undefined) faults.push(...jwtFaults(jwt))
  if (jwt !== undefined && resource === undefined) {
    faults.push(
      'resource: needed with jwt, because clients find the authorization server through it',
    )
  }
  if (resource !== undefined) faults.push(...resourceFaults(resource))
  for (const [index, url] of authorizationServers.entries()) {
    faults.push(...urlFaults(`authorizationServers[${index}]`, url))
  }
  if (jwt?.issuer && authorizationServers.length === 0) {
    const name = 'jwt.issuer, where clients are sent without authorizationServers'
    faults.push(...urlFaults(name, jwt.issuer))
  }
  faults.push(...scopeFaults('scopesSupported', scopesSupported))
  return faults
}

function keyFaults(keys: readonly ApiKey[], hasJwt: boolean): string[] {
  const faults: string[] = []
  if (keys.length === 0 && !hasJwt) {
    faults.push(
      'needs keys or jwt: without either nobody is let in; ' +
        'keysFromEnv gives none if TOOLACCORD_API_KEYS is not set',
    )
  }
  for (const [index, { id, hash, scopes = [] }] of keys.entries()) {
    const name = `keys[${index}]`
    if (!/^[\x21-\x7e]{1,128}$/.test(id)) {
      faults.push(`${name}.id: must be 1 to 128 printable ASCII characters without a space`)
    }
    if (!isHash(hash)) {
      faults.push(`${name}.hash: must be sha256: and 64 hexadecimal digits; hashKey(key) makes it`)
    }
    faults.push(...scopeFaults(`${name}.scopes`, scopes))
  }
  for (const id of repeated(keys.map((key) => key.id))) {
    faults.push(`keys: two have the id '${id}'`)
  }
  for (const hash of repeated(keys.map(hashOf))) {
    faults.push(`keys: ${holdersOf(hash, keys)} have the same hash`)
  }
  return faults
}

const hashOf = ({ hash }: ApiKey): string => String(hash).toLowerCase()

const holdersOf = (hash: string, keys: readonly ApiKey[]): string =>
  keys
    .filter((key) => hashOf(key) === hash)
    .map(({ id }) => `'${id}'`)
    .join(' and ')

function jwtFaults(jwt: JwtOptions): string[] {
  const { issuer, audience, jwksUrl, jwks, publicKey, clockToleranceSeconds = 0, cacheMs = 0 } = jwt
  const faults: string[] = []
  if (!issuer) {
    faults.push('jwt.issuer: needed, because a token of any other issuer must be refused')
  }
  const audiences = [audience ?? []].flat()
  if (audiences.length === 0 || audiences.includes('')) {
    faults.push('jwt.audience: needed, because a token for another server must be refused')
  }
  const sources = [jwksUrl, jwks, publicKey].filter((source) => source !== undefined)
  if (sources.length !== 1) {
    faults.push(`jwt: needs exactly one of jwksUrl, jwks and publicKey, and has ${sources.length}`)
  }
  if (jwksUrl !== undefined) faults.push(...urlFaults('jwt.jwksUrl', jwksUrl))
  if (jwks !== undefined) faults.push(...jwksFaults(jwks))
  faults.push(...publicKeyFaults(jwt), ...algorithmFaults(jwt.algorithms))
  if (jwt.idClaim === '') faults.push('jwt.idClaim: must name a claim')
  faults.push(
    ...rangeFaults('jwt.clockToleranceSeconds', clockToleranceSeconds, 300),
    ...rangeFaults('jwt.cacheMs', cacheMs, 3_600_000),
  )
  return faults
}

function rangeFaults(name: string, value: number, high: number): string[] {
  if (value >= 0 && value <= high) return []
  return [`${name}: ${value} is not from 0 to ${high}`]
}

function jwksFaults({ keys }: NonNullable<JwtOptions['jwks']>): string[] {
  if (!Array.isArray(keys) || keys.length === 0)
    return ['jwt.jwks: must be { keys: [...] } with one key or more']
  return keys.flatMap((key, index) => jwkFaults(`jwt.jwks.keys[${index}]`, key))
}

function publicKeyFaults({ publicKey, algorithms: chosen = [] }: JwtOptions): string[] {
  if (publicKey === undefined) return []
  if (typeof publicKey !== 'string') {
    const isWebKey = 'extractable' in publicKey
    return isWebKey ? webKeyFaults(publicKey) : jwkFaults('jwt.publicKey', publicKey)
  }
  const faults: string[] = []
  if (!/^\s*-----BEGIN PUBLIC KEY-----/.test(publicKey)) {
    faults.push('jwt.publicKey: a string must be PEM that starts with BEGIN PUBLIC KEY')
  }
  if (chosen.length !== 1) {
    faults.push(
      'jwt.algorithms: must be exactly one with a publicKey in PEM, which does not name its own',
    )
  }
  return faults
}

function webKeyFaults({ type }: WebKey): string[] {
  if (type === 'public') return []
  return [`jwt.publicKey: is a ${type} key; give the public half of a pair`]
}

/** What a JSON Web Key has if it is not public. */
interface Secrets {
  readonly d?: unknown
  readonly k?: unknown
}

function jwkFaults(name: string, { kty, d, k }: PublicJwk & Secrets): string[] {
  if (kty === undefined) return [`${name}: has no kty`]
  const isSecret = kty === 'oct' || d !== undefined || k !== undefined
  return isSecret ? [`${name}: holds a secret; give the public half of a pair`] : []
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
  if (/^HS/i.test(algorithm)) return 'lets everybody make tokens who can check them'
  return 'is not known'
}

function resourceFaults(resource: string): string[] {
  const faults = urlFaults('resource', resource)
  if (faults.length > 0 || !/[?#]/.test(resource)) return faults
  return [`resource: '${resource}' must have neither a query nor a fragment`]
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
        `${name}: '${scope}' is not a scope: ` +
        'printable ASCII without spaces, quotes and backslashes',
    )
