import { type AuthRefusal, invalidToken, toAuthRefusal } from './auth-refusal.ts'

/** The longest token that is looked at, in characters. */
const maxTokenLength = 16_384

const tokenMissing = toAuthRefusal({
  reason: 'unauthenticated',
  description: 'A token is needed. Send it in the header as Authorization: Bearer <token>.',
})
const tooLong = invalidToken(`The token is longer than ${maxTokenLength} characters.`)
const malformed = invalidToken('The Authorization header must hold one token, as Bearer <token>.')

/** Returns the token in an `Authorization` header, or the refusal of a header without one. */
export function readBearer(header: string | undefined): string | AuthRefusal {
  if (header === undefined || !/^bearer(?: |$)/i.test(header)) return tokenMissing
  if (header.length > 'Bearer '.length + maxTokenLength) return tooLong
  return /^bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1] ?? malformed
}

/** True if a string can be sent as a token: the `b64token` of RFC 6750 section 2.1. */
export const isToken = (text: string): boolean =>
  text.length <= maxTokenLength && /^[\w.~+/-]+=*$/.test(text)

/**
 * Writes the `WWW-Authenticate` header of a refusal (RFC 6750 section 3); undefined if other
 * credentials would not help.
 */
export function toChallenge(
  { reason, error, description, scopes }: AuthRefusal,
  realm: string,
  metadataUrl: string | undefined,
): string | undefined {
  if (reason === 'unavailable') return undefined
  const parameters = {
    realm,
    error,
    // Without an error there was no token, and RFC 6750 wants nothing said about it.
    error_description: error && description,
    scope: scopes?.join(' '),
    resource_metadata: metadataUrl,
  }
  const written: string[] = []
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) written.push(`${name}="${toQuotable(value)}"`)
  }
  return `Bearer ${written.join(', ')}`
}

/** Replaces what some parser might not read between quotes, such as escapes. */
const toQuotable = (text: string): string =>
  text.replaceAll('"', "'").replaceAll(/[^\x20-\x5b\x5d-\x7e]/g, ' ')
