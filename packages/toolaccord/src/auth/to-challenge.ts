import type { AuthRefusal } from './authentication.ts'

/**
 * The `WWW-Authenticate` of a refusal: RFC 6750 section 3; undefined where other credentials would
 * not help.
 */
export function toChallenge(
  { status, error, description, scopes }: AuthRefusal,
  realm: string,
  metadataUrl: string | undefined,
): string | undefined {
  if (status === 503) return undefined
  const parameters = {
    realm,
    error,
    // Without an error there was no token, and RFC 6750 wants nothing said about it.
    error_description: error && description,
    scope: scopes?.join(' '),
    resource_metadata: metadataUrl,
  }
  return `Bearer ${Object.entries(parameters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${toQuotable(value)}"`]))
    .join(', ')}`
}

/** Plain enough to stand between quotes for every parser, those included that know no escapes. */
const toQuotable = (text: string): string =>
  text.replaceAll('"', "'").replaceAll(/[^\x20-\x5b\x5d-\x7e]/g, ' ')
