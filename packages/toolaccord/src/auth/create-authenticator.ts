import { type Logger, consoleLog, guardLog } from '../log/log.ts'
import { createKeyRing, toHash } from './api-key.ts'
import {
  type AuthRefusal,
  type Authentication,
  invalidToken,
  uncheckable,
} from './authentication.ts'
import type { AuthenticatorOptions, FindKey } from './authenticator-options.ts'
import { toDigest } from './digest.ts'
import { createJwtVerifier } from './jwt-verifier.ts'
import { optionFaults } from './option-faults.ts'
import { readBearer } from './read-bearer.ts'
import {
  type ResourceMetadata,
  toMetadata,
  toMetadataPaths,
  toMetadataUrl,
} from './resource-metadata.ts'
import { toChallenge } from './to-challenge.ts'

/** Tells who sends a request, and what those are told who may not. */
export interface Authenticator {
  /** Who an `Authorization` header belongs to. It never rejects. */
  authenticate(authorization: string | undefined): Promise<Authentication>
  /** The `WWW-Authenticate` header of a refusal; undefined where other credentials would not help. */
  challenge(refusal: AuthRefusal): string | undefined
  /** The protected resource metadata of RFC 9728; undefined without a `resource`. */
  metadata(): ResourceMetadata | undefined
  /** Where the metadata is served, to everybody; empty without a `resource`. */
  readonly metadataPaths: readonly string[]
}

const notKnown = invalidToken('The token is not valid.')

/** Makes an authenticator from static keys, from the rules for access tokens, or from both. */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const faults = optionFaults(options)
  if (faults.length > 0)
    throw new TypeError(
      `The authenticator cannot be made:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    )
  const {
    keys = [],
    jwt,
    resource,
    realm = 'toolaccord',
    log = consoleLog,
    now = () => Date.now(),
  } = options
  const findHolder =
    typeof keys === 'function' ? createKeySearch(keys, guardLog(log)) : createKeyRing(keys)
  const verify = jwt && createJwtVerifier(jwt, guardLog(log), now)
  const metadata = toMetadata(options)
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
 * Looks keys up where the author keeps them; while that fails nobody is known, and nobody is told
 * to get another key.
 */
const createKeySearch =
  (find: FindKey, log: Logger) =>
  async (digest: Uint8Array): Promise<Authentication | undefined> => {
    try {
      const caller = await find(toHash(digest))
      return caller && { ok: true, caller: { id: caller.id, scopes: caller.scopes } }
    } catch (thrown) {
      log.warn('keys of callers cannot be looked up', { thrown })
      return uncheckable
    }
  }
