import { parseAccept } from 'hono/utils/accept'
import { findJsonBreak } from './json-break.ts'
import { Refusal } from './refusal.ts'

/** The JSON of a request's body; an empty body is an empty object. */
export async function readBody(request: Request, limit: number): Promise<unknown> {
  const bytes = await readBytes(request, limit)
  if (bytes.length === 0) return {}
  checkType(request.headers)
  const text = toText(bytes)
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Refusal('malformed_input', { message: `The body is not JSON: ${describeBreak(text)}.` })
  }
}

/** Counts what arrives: `Content-Length` may be absent or wrong. */
async function readBytes({ body, headers }: Request, limit: number): Promise<Uint8Array> {
  if (body === null) return new Uint8Array()
  if (Number(headers.get('content-length')) > limit) throw tooLarge(limit)
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (let chunk = await readChunk(reader); chunk !== undefined; chunk = await readChunk(reader)) {
    size += chunk.length
    if (size > limit) {
      await reader.cancel()
      throw tooLarge(limit)
    }
    chunks.push(chunk)
  }
  return concat(chunks, size)
}

async function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | undefined> {
  try {
    return (await reader.read()).value
  } catch {
    throw new Refusal('cancelled', { message: 'The body ended before it was complete.' })
  }
}

function concat(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

const tooLarge = (limit: number) => new Refusal('too_large', { message: `The body is over the limit of ${limit} bytes.` })

function checkType(headers: Headers): void {
  const given = headers.get('content-type') ?? ''
  // A media type has the grammar of one entry of an `Accept` header.
  const { type = '', params = {} } = parseAccept(given.toLowerCase())[0] ?? {}
  const encoding = headers.get('content-encoding') ?? 'identity'
  const { charset = 'utf-8' } = params
  if ((type === 'application/json' || type.endsWith('+json')) && (charset === 'utf-8' || charset === 'utf8') && encoding === 'identity') return
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
  return at === text.length ? `it ends too early, at ${place}` : `it breaks at ${place}, before ${JSON.stringify(text.slice(at, at + 10))}`
}
