import { type AuthRefusal, invalidToken } from './authentication.ts'

/** The longest token that is looked at, in characters. */
export const maxTokenLength = 16_384

const tokenMissing: AuthRefusal = {
  ok: false,
  status: 401,
  description: 'A token is needed. Send it in the header as Authorization: Bearer <token>.',
}
const tooLong = invalidToken(`The token is longer than ${maxTokenLength} characters.`)
const malformed = invalidToken('The Authorization header must hold one token, as Bearer <token>.')

/** The token in an `Authorization` header, or why there is none. */
export function readBearer(header: string | undefined): string | AuthRefusal {
  if (header === undefined || !/^bearer(?: |$)/i.test(header)) return tokenMissing
  if (header.length > 'Bearer '.length + maxTokenLength) return tooLong
  return /^bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1] ?? malformed
}

/** Whether a text can be sent as a token: the `b64token` of RFC 6750 section 2.1. */
export const isToken = (text: string): boolean =>
  text.length <= maxTokenLength && /^[\w.~+/-]+=*$/.test(text)
