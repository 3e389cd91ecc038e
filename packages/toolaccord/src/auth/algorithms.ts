/** The signatures that need no shared secret. */
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

/** A signature that access tokens may have. */
export type Algorithm = (typeof algorithms)[number]
