import type * as Jose from 'jose'
import type { Logger } from '../log/log.ts'
import type { JwtOptions } from './authenticator-options.ts'

/** The keys could not be had, which says nothing about a token. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable'
}

export interface KeyTools {
  readonly jose: typeof Jose
  readonly log: Logger
  readonly now: () => number
}

/**
 * How long a key set that could not be fetched is not asked for again, so that forged tokens cannot
 * cause a flood.
 */
const pauseMs = 5_000
const maxSetBytes = 256 * 1024

/** Where the key of a token comes from. */
export async function loadKeys(
  { jwksUrl, jwks, publicKey, algorithms = [] }: JwtOptions,
  tools: KeyTools,
): Promise<Jose.KeyInput | Jose.JWTVerifyGetKey> {
  if (jwksUrl !== undefined) return createRemoteKeys(jwksUrl, tools)
  // The casts name as present the `kty` that the check of the options has seen.
  if (jwks !== undefined)
    return tools.jose.createLocalJWKSet({ keys: [...jwks.keys] as Jose.JWK[] })
  return typeof publicKey === 'string'
    ? tools.jose.importSPKI(publicKey.trim(), algorithms[0] ?? '')
    : (publicKey as Jose.KeyInput)
}

/**
 * The keys at a URL: fetched when first needed, again after ten minutes, and for an unknown key at
 * most twice a minute.
 */
function createRemoteKeys(url: string, { jose, log, now }: KeyTools): Jose.JWTVerifyGetKey {
  let resumeAt = -Infinity
  const find = jose.createRemoteJWKSet(new URL(url), {
    [jose.customFetch]: (href, init) =>
      now() < resumeAt ? Promise.reject(new KeysUnavailable()) : fetchLimited(href, init),
  })
  return async (header, token) => {
    try {
      return await find(header, token)
    } catch (thrown) {
      if (isAboutToken(thrown)) throw thrown
      if (now() >= resumeAt) {
        resumeAt = now() + pauseMs
        log.error('the keys of the authorization server could not be fetched', { url, thrown })
      }
      throw new KeysUnavailable()
    }
  }
}

async function fetchLimited(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (response.status !== 200) {
    void response.body?.cancel().catch(() => {})
    throw new Error(`It answered with the status ${response.status}.`)
  }
  let size = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length
      if (size > maxSetBytes)
        throw new RangeError(`The key set is over the limit of ${maxSetBytes} bytes.`)
      controller.enqueue(chunk)
    },
  })
  return new Response(response.body?.pipeThrough(limit))
}

/** The set was there and has no key for this token. */
const isAboutToken = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  'code' in thrown &&
  [
    'ERR_JWKS_NO_MATCHING_KEY',
    'ERR_JWKS_MULTIPLE_MATCHING_KEYS',
    'ERR_JOSE_NOT_SUPPORTED',
  ].includes(String(thrown.code))
