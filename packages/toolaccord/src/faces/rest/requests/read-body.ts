import { parseAccept } from 'hono/utils/accept'
import { readBytes } from '../../http/read-bytes.ts'
import { findJsonBreak } from './find-json-break.ts'
import { Refusal } from './refusal.ts'

/** The JSON of a request's body; undefined where it has none. */
export async function readBody(request: Request, limit: number): Promise<unknown> {
  const bytes = await readWhole(request, limit)
  if (bytes.length === 0) return undefined
  checkType(request.headers)
  const text = toText(bytes)
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Refusal('malformed_input', {
      message: `The body is not JSON: ${describeBreak(text)}.`,
    })
  }
}

async function readWhole(request: Request, limit: number): Promise<Uint8Array> {
  const bytes = await readBytes(request, limit).catch(() => {
    throw new Refusal('cancelled', { message: 'The body ended before it was complete.' })
  })
  if (bytes === undefined)
    throw new Refusal('too_large', { message: `The body is over the limit of ${limit} bytes.` })
  return bytes
}

function checkType(headers: Headers): void {
  const given = headers.get('content-type') ?? ''
  // A media type has the grammar of one entry of an `Accept` header.
  const { type = '', params = {} } = parseAccept(given.toLowerCase())[0] ?? {}
  const encoding = headers.get('content-encoding') ?? 'identity'
  const { charset = 'utf-8' } = params
  if (
    (type === 'application/json' || type.endsWith('+json')) &&
    (charset === 'utf-8' || charset === 'utf8') &&
    encoding === 'identity'
  )
    return
  throw new Refusal('unsupported_media_type', {
    message: `The body must be JSON in UTF-8, not ${describeType(given, encoding)}.`,
    hint: 'Send Content-Type: application/json and no Content-Encoding.',
  })
}

function describeType(type: string, encoding: string): string {
  const given = type === '' ? 'of no type' : `'${type.slice(0, 100)}'`
  return encoding === 'identity' ? given : `${given} encoded with '${encoding.slice(0, 20)}'`
}

function toText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Refusal('malformed_input', { message: 'The body is not valid UTF-8.' })
  }
}

function describeBreak(text: string): string {
  const at = findJsonBreak(text) ?? text.length
  const lines = text.slice(0, at).split('\n')
  const place = `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
  return at === text.length
    ? `it ends too early, at ${place}`
    : `it breaks at ${place}, before ${JSON.stringify(text.slice(at, at + 10))}`
}
