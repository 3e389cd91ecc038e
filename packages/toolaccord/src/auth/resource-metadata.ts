import type { AuthenticatorOptions } from './authenticator-options.ts'

/** What clients need to know before they have a token: RFC 9728 section 2. */
export interface ResourceMetadata {
  readonly resource: string
  readonly authorization_servers?: readonly string[] | undefined
  readonly scopes_supported?: readonly string[] | undefined
  readonly bearer_methods_supported: readonly ['header']
}

const wellKnown = '/.well-known/oauth-protected-resource'

/** Returns the metadata of a server; undefined if it has no URL of its own. */
export function toResourceMetadata(options: AuthenticatorOptions): ResourceMetadata | undefined {
  const { resource, scopesSupported } = options
  if (resource === undefined) return undefined
  return {
    resource,
    authorization_servers: serversOf(options),
    scopes_supported: scopesSupported,
    bearer_methods_supported: ['header'],
  }
}

function serversOf({ jwt, authorizationServers = [] }: AuthenticatorOptions) {
  if (authorizationServers.length > 0) return authorizationServers
  return jwt && [jwt.issuer]
}

/** The path of the resource follows the well-known one: RFC 9728 section 3.1. */
const pathOf = (resource: string): string =>
  wellKnown + new URL(resource).pathname.replace(/^\/$/, '')

/** Returns the URL of a resource's metadata. */
export const toMetadataUrl = (resource: string): string =>
  new URL(resource).origin + pathOf(resource)

/** Returns the paths where clients look: for the resource, for the MCP face, and for the root. */
export const toMetadataPaths = (resource: string): readonly string[] => [
  ...new Set([wellKnown, `${wellKnown}/mcp`, pathOf(resource)]),
]
