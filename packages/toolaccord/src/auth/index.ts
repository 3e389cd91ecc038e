export { createAuthenticator } from './create-authenticator.ts'
export { hashKey } from './hash-key.ts'
export { keysFromEnv } from './keys-from-env.ts'
export { findScopeRefusal } from './scopes.ts'

export type { ApiKey } from './create-key-ring.ts'
export type { Authentication, AuthRefusal } from './auth-refusal.ts'
export type { Authenticator } from './create-authenticator.ts'
export type { Algorithm } from './algorithms.ts'
export type {
  AuthenticatorOptions,
  FindKey,
  JwtOptions,
  PublicJwk,
} from './authenticator-options.ts'
export type { ResourceMetadata } from './resource-metadata.ts'
