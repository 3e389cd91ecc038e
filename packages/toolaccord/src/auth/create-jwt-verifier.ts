import type { JWTPayload } from 'jose'
import type { Caller } from '../define/call.ts'
import { compact } from '../json/json.ts'
import type { Logger } from '../log/log.ts'
import { algorithms } from './algorithms.ts'
import { type Authentication, invalidToken, uncheckable } from './auth-refusal.ts'
import type { JwtOptions } from './authenticator-options.ts'
import { createTokenCache } from './create-token-cache.ts'
import { KeysUnavailable, loadKeys } from './load-keys.ts'

/** Finds who holds an access token, given the token and its digest. It never rejects. */
export type JwtVerifier = (token: string, digest: Uint8Array) => Promise<Authentication>

type Verify = (token: string) => Promise<JWTPayload>

const cacheSize = 1_000
const maxIdLength = 256

const nameless = invalidToken('The token does not say who holds it.')

/** Creates the verifier of access tokens; it remembers those that it has verified. */
export function createJwtVerifier(
  options: JwtOptions,
  log: Logger,
  now: () => number,
): JwtVerifier {
  const cache = createTokenCache<Authentication>({
    size: cacheSize,
    ttlMs: options.cacheMs ?? 60_000,
    now,
  })
  let loaded: Promise<Verify> | undefined
  return async (token, digest) => {
    const key = String.fromCharCode(...digest)
    const known = cache.get(key)
    if (known !== undefined) return known
    loaded ??= loadVerify(options, log, now)
    try {
      const payload = await (await loaded)(token)
      const caller = toCaller(payload, options.idClaim ?? 'sub')
      if (caller === undefined) return nameless
      const accepted = { ok: true, caller } as const
      cache.set(key, accepted, (payload.exp ?? 0) * 1_000)
      return accepted
    } catch (thrown) {
      return thrown instanceof KeysUnavailable ? uncheckable : invalidToken(describe(thrown))
    }
  }
}

/** Loads the library when the first token comes; servers without access tokens never do. */
async function loadVerify(options: JwtOptions, log: Logger, now: () => number): Promise<Verify> {
  try {
    const jose = await import('jose')
    const keys = await loadKeys(options, { jose, log, now })
    const checks = {
      issuer: options.issuer,
      audience: [options.audience].flat(),
      algorithms: [...(options.algorithms ?? algorithms)],
      clockTolerance: options.clockToleranceSeconds ?? 10,
      requiredClaims: ['exp'],
    }
    return async (token) =>
      (await jose.jwtVerify(token, keys, { ...checks, currentDate: new Date(now()) })).payload
  } catch (thrown) {
    const message =
      'no access token can be verified: ' +
      'jose (npm install jose) or the key of jwt could not be loaded'
    log.error(message, { thrown })
    throw new KeysUnavailable()
  }
}

function toCaller(payload: JWTPayload, idClaim: string): Caller | undefined {
  const id = payload[idClaim]
  if (typeof id !== 'string' || id === '' || id.length > maxIdLength) return undefined
  const scopes = Object.freeze(toScopes(payload.scope ?? payload.scp))
  return Object.freeze(compact({ id, issuer: payload.iss, scopes }))
}

/** Authorization servers write a string with spaces, or an array. */
function toScopes(claim: unknown): string[] {
  if (typeof claim === 'string') return claim.split(' ').filter((scope) => scope !== '')
  if (!Array.isArray(claim)) return []
  return claim.filter((part) => typeof part === 'string' && part !== '')
}

/**
 * Says what is wrong with a token. Claims are checked after the signature, so only holders of a
 * real token learn it.
 */
function describe(thrown: unknown): string {
  // The cast names members that errors of the library have.
  const { code, claim } = Object(thrown) as { readonly code?: unknown; readonly claim?: unknown }
  const isAboutClaim = code === 'ERR_JWT_CLAIM_VALIDATION_FAILED'
  return faults.get(isAboutClaim ? claim : code) ?? 'The token is not valid.'
}

/** By claim, and by code of the library if no claim is to blame. */
const faults: ReadonlyMap<unknown, string> = new Map([
  ['ERR_JWT_EXPIRED', 'The token has expired.'],
  [
    'ERR_JWKS_NO_MATCHING_KEY',
    'The token was signed with a key that the authorization server does not show.',
  ],
  ['ERR_JWKS_MULTIPLE_MATCHING_KEYS', 'The token does not name the key that it was signed with.'],
  ['iss', 'The token is not from the authorization server of this server.'],
  ['aud', 'The token was issued for another server.'],
  ['nbf', 'The token is not valid yet.'],
  ['exp', 'The token does not say when it expires.'],
])
