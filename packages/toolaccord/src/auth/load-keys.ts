import type * as Jose from 'jose'
import type { Logger } from '../log/log.ts'
import type { JwtOptions } from './authenticator-options.ts'

/** The error if keys cannot be loaded, which says nothing about a token. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable'
}

/** The library, the log and the clock for loading keys. */
export interface KeyTools {
  readonly jose: typeof Jose
  readonly log: Logger
  readonly now: () => number
}

/** How long a key set is not fetched after it failed, so that forged tokens cause no flood. */
const pauseMs = 5_000
const maxSetBytes = 256 * 1024

/** Loads the key of tokens, or a function that finds it. */
export async function loadKeys(
  { jwksUrl, jwks, publicKey, algorithms = [] }: JwtOptions,
  tools: KeyTools,
): Promise<Jose.KeyInput | Jose.JWTVerifyGetKey> {
  if (jwksUrl !== undefined) return createRemoteKeys(jwksUrl, tools)
  // The casts name as present the `kty` that the check of the options has seen.
  if (jwks !== undefined)
    return tools.jose.createLocalJWKSet({ keys: [...jwks.keys] as Jose.JWK[] })
  if (typeof publicKey !== 'string') return publicKey as Jose.KeyInput
  return tools.jose.importSPKI(publicKey.trim(), algorithms[0] ?? '')
}

/**
 * Creates a function that finds keys at a URL. They are fetched when first needed, again after ten
 * minutes, and for an unknown key at most twice a minute.
 */
function createRemoteKeys(url: string, { jose, log, now }: KeyTools): Jose.JWTVerifyGetKey {
  let resumeAt = -Infinity
  const find = jose.createRemoteJWKSet(new URL(url), {
    async [jose.customFetch](href, init) {
      if (now() < resumeAt) throw new KeysUnavailable()
      return fetchLimited(href, init)
    },
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
    response.body?.cancel().catch(ignoreLateError)
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

/** The body is not needed, so it does not matter if the connection breaks. */
const ignoreLateError = () => {}

const codesAboutToken = new Set([
  'ERR_JWKS_NO_MATCHING_KEY',
  'ERR_JWKS_MULTIPLE_MATCHING_KEYS',
  'ERR_JOSE_NOT_SUPPORTED',
])

/** True if the set was fetched and has no key for this token. */
const isAboutToken = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && codesAboutToken.has(String(thrown.code))
