export { createAuthenticator } from './create-authenticator.ts'
export { hashKey } from './api-key.ts'
export { keysFromEnv } from './keys-from-env.ts'
export { refuseScopes } from './scopes.ts'

export type { ApiKey } from './api-key.ts'
export type { Authentication, AuthRefusal } from './authentication.ts'
export type { Authenticator } from './create-authenticator.ts'
export type {
  Algorithm,
  AuthenticatorOptions,
  FindKey,
  JwtOptions,
  PublicJwk,
} from './authenticator-options.ts'
export type { ResourceMetadata } from './resource-metadata.ts'
