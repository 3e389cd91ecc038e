import type { Caller } from '../define/call.ts'
import type { Logger } from '../log/log.ts'
import type { Algorithm } from './algorithms.ts'
import type { ApiKey } from './create-key-ring.ts'

/**
 * A public key as a JSON Web Key. The types of browsers have one too, and a project for Node alone
 * does not have those.
 */
export interface PublicJwk {
  readonly kty?: string | undefined
  readonly kid?: string | undefined
  readonly alg?: string | undefined
  readonly use?: string | undefined
  readonly key_ops?: readonly string[] | undefined
  readonly ext?: boolean | undefined
  readonly crv?: string | undefined
  readonly x?: string | undefined
  readonly y?: string | undefined
  readonly n?: string | undefined
  readonly e?: string | undefined
}

/** A `CryptoKey`, for the same reason by what it has. */
export interface WebKey {
  readonly type: 'public' | 'private' | 'secret'
  readonly extractable: boolean
  readonly algorithm: { readonly name: string }
  readonly usages: readonly string[]
}

/** Which access tokens are accepted. Exactly one of `jwksUrl`, `jwks` and `publicKey` is given. */
export interface JwtOptions {
  /** The `iss` of every token. */
  readonly issuer: string
  /** The `aud` of every token, usually the `resource`; one of several is enough. */
  readonly audience: string | readonly string[]
  /** The URL of the authorization server's keys: https, or a loopback address. */
  readonly jwksUrl?: string | undefined
  /** The keys themselves. */
  readonly jwks?: { readonly keys: readonly PublicJwk[] } | undefined
  /** One key. A key in PEM (`BEGIN PUBLIC KEY`) needs exactly one of `algorithms`. */
  readonly publicKey?: WebKey | PublicJwk | string | undefined
  /** Default: every asymmetric one. */
  readonly algorithms?: readonly Algorithm[] | undefined
  /** The claim that becomes the id of the caller. Default: `sub`. */
  readonly idClaim?: string | undefined
  /** How far the clocks of two machines may differ. Default: 10. */
  readonly clockToleranceSeconds?: number | undefined
  /** How long a verified token is not verified again. Default: 60000; 0 verifies every time. */
  readonly cacheMs?: number | undefined
}

/** Finds who holds the key of a hash; undefined for nobody. It never gets the key itself. */
export type FindKey = (hash: string) => Caller | undefined | Promise<Caller | undefined>

/** Who is let in: holders of static keys, of access tokens, or of either. */
export interface AuthenticatorOptions {
  /**
   * An array of keys, or a function that looks a key up by its hash, as `hashKey` gives it: in a
   * database, for keys that come and go.
   */
  readonly keys?: readonly ApiKey[] | FindKey | undefined
  readonly jwt?: JwtOptions | undefined
  /**
   * The URL under which clients know this server, such as `https://notes.example.com/mcp`; needed
   * with `jwt`.
   */
  readonly resource?: string | undefined
  /** Where clients get tokens. Default: the issuer. */
  readonly authorizationServers?: readonly string[] | undefined
  /** The scopes that clients may ask for. */
  readonly scopesSupported?: readonly string[] | undefined
  /** The name of the protected space in challenges. Default: toolaccord. */
  readonly realm?: string | undefined
  /** Gets a line if keys cannot be fetched. Default: warnings and errors on stderr. */
  readonly log?: Logger | undefined
  /** The time in milliseconds. Default: the clock. */
  readonly now?: (() => number) | undefined
}
