import { compact } from '../json/json.ts'
import { toDigest } from '../json/to-digest.ts'
import { createDefaultLog } from '../log/create-default-log.ts'
import { type Logger, guardLog } from '../log/log.ts'
import { type AuthRefusal, type Authentication, invalidToken, uncheckable } from './auth-refusal.ts'
import type { AuthenticatorOptions, FindKey } from './authenticator-options.ts'
import { readBearer, toChallenge } from './bearer.ts'
import { createJwtVerifier } from './create-jwt-verifier.ts'
import { createKeyRing } from './create-key-ring.ts'
import { toHash } from './hash-key.ts'
import { optionFaults } from './option-faults.ts'
import {
  type ResourceMetadata,
  toMetadataPaths,
  toMetadataUrl,
  toResourceMetadata,
} from './resource-metadata.ts'

/** Finds out who sends a request, and how to refuse those who may not. */
export interface Authenticator {
  /** Finds the caller that an `Authorization` header belongs to. It never rejects. */
  authenticate(authorization: string | undefined): Promise<Authentication>
  /** The `WWW-Authenticate` header of a refusal; undefined if other credentials would not help. */
  challenge(refusal: AuthRefusal): string | undefined
  /** The protected resource metadata of RFC 9728; undefined without a `resource`. */
  metadata(): ResourceMetadata | undefined
  /** The paths that serve the metadata, to everybody; empty without a `resource`. */
  readonly metadataPaths: readonly string[]
}

const notKnown = invalidToken('The token is not valid.')

/** Creates an authenticator from static keys, from the rules for access tokens, or from both. */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const faults = optionFaults(options)
  if (faults.length > 0) {
    const lines = faults.map((fault) => `  - ${fault}`)
    throw new TypeError(`The authenticator cannot be made:\n${lines.join('\n')}`)
  }
  const { keys = [], jwt, resource, realm = 'toolaccord', now = () => Date.now() } = options
  const log = guardLog(options.log ?? createDefaultLog())
  const findHolder = typeof keys === 'function' ? createKeySearch(keys, log) : createKeyRing(keys)
  const verify = jwt && createJwtVerifier(jwt, log, now)
  const metadata = toResourceMetadata(options)
  const metadataUrl = resource === undefined ? undefined : toMetadataUrl(resource)
  return Object.freeze({
    async authenticate(authorization: string | undefined) {
      const token = readBearer(authorization)
      if (typeof token !== 'string') return token
      const digest = await toDigest(token)
      return (await findHolder(digest)) ?? verify?.(token, digest) ?? notKnown
    },
    challenge: (refusal: AuthRefusal) => toChallenge(refusal, realm, metadataUrl),
    metadata: () => metadata,
    metadataPaths: resource === undefined ? [] : toMetadataPaths(resource),
  })
}

/**
 * Creates a function that looks keys up where the author keeps them. While that fails nobody is
 * known, and nobody is asked to get another key.
 */
function createKeySearch(find: FindKey, log: Logger) {
  return async (digest: Uint8Array): Promise<Authentication | undefined> => {
    try {
      const found = await find(toHash(digest))
      if (!found) return undefined
      const { id, issuer, scopes } = found
      return { ok: true, caller: compact({ id, issuer, scopes }) }
    } catch (thrown) {
      log.warn('keys of callers cannot be looked up', { thrown })
      return uncheckable
    }
  }
}
