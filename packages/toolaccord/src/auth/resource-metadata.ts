import type { AuthenticatorOptions } from './authenticator-options.ts'

/** What clients need to know before they have a token: RFC 9728 section 2. */
export interface ResourceMetadata {
  readonly resource: string
  readonly authorization_servers?: readonly string[]
  readonly scopes_supported?: readonly string[]
  readonly bearer_methods_supported: readonly ['header']
}

const wellKnown = '/.well-known/oauth-protected-resource'

/** The metadata of a server; undefined where it has no URL of its own. */
export function toMetadata({
  resource,
  jwt,
  authorizationServers,
  scopesSupported,
}: AuthenticatorOptions): ResourceMetadata | undefined {
  if (resource === undefined) return undefined
  const servers = authorizationServers?.length ? authorizationServers : jwt && [jwt.issuer]
  return {
    resource,
    ...(servers && { authorization_servers: servers }),
    ...(scopesSupported && { scopes_supported: scopesSupported }),
    bearer_methods_supported: ['header'],
  }
}

/** The path stands behind the well-known one: RFC 9728 section 3.1. */
const pathOf = (resource: string): string =>
  wellKnown + new URL(resource).pathname.replace(/^\/$/, '')

export const toMetadataUrl = (resource: string): string =>
  new URL(resource).origin + pathOf(resource)

/** Where clients look: behind the path of the resource, of the MCP face, and at the root. */
export const toMetadataPaths = (resource: string): readonly string[] => [
  ...new Set([wellKnown, `${wellKnown}/mcp`, pathOf(resource)]),
]
