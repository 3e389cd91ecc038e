import type { Caller } from '../define/call.ts'
import type { Logger } from '../log/log.ts'
import type { ApiKey } from './api-key.ts'

/** Signatures that need no shared secret. */
export const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const

export type Algorithm = (typeof algorithms)[number]

/** A public key as a JSON Web Key. */
export type PublicJwk = Readonly<JsonWebKey> & { readonly kid?: string }

/** Which access tokens are accepted; exactly one of `jwksUrl`, `jwks` and `publicKey` is given. */
export interface JwtOptions {
  /** The `iss` of every token. */
  readonly issuer: string
  /** What a token must be issued for, usually the `resource`; one of several is enough. */
  readonly audience: string | readonly string[]
  /** Where the authorization server shows its keys: https, or a loopback address. */
  readonly jwksUrl?: string | undefined
  readonly jwks?: { readonly keys: readonly PublicJwk[] } | undefined
  /** One key; as PEM text (`BEGIN PUBLIC KEY`) it needs `algorithms` of exactly one. */
  readonly publicKey?: CryptoKey | PublicJwk | string | undefined
  /** Default: every asymmetric one. */
  readonly algorithms?: readonly Algorithm[] | undefined
  /** The claim that becomes the id of the caller. Default: `sub`. */
  readonly idClaim?: string | undefined
  /** How far the clocks of two machines may differ. Default: 10. */
  readonly clockToleranceSeconds?: number | undefined
  /** How long a verified token is not verified again. Default: 60000; 0 verifies every time. */
  readonly cacheMs?: number | undefined
}

/** Who holds the key of a hash; undefined for nobody. The key itself is never handed out. */
export type FindKey = (hash: string) => Caller | undefined | Promise<Caller | undefined>

/** Who is let in: holders of static keys, of access tokens, or of either. */
export interface AuthenticatorOptions {
  /**
   * A list, or what looks a key up by its hash, as `hashKey` gives it: in a database, for keys that
   * come and go.
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
  /** Names the protected space in challenges. Default: toolaccord. */
  readonly realm?: string | undefined
  /** Told when keys cannot be fetched. Default: warnings and errors on stderr. */
  readonly log?: Logger | undefined
  /** The time in milliseconds. Default: the clock. */
  readonly now?: (() => number) | undefined
}
