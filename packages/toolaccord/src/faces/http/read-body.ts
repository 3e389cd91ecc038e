import { concatBytes } from '../../json/concat-bytes.ts'
import { Refusal } from '../../outcome/refusal.ts'
import { findJsonBreak } from './find-json-break.ts'

/** The refusal of a body that is larger than the server accepts. */
export const bodyTooLarge = (limit: number): Refusal =>
  new Refusal('too_large', { message: `The body is over the limit of ${limit} bytes.` })

/** True if the length that a request announces is over the limit. */
export const isOverLimit = (contentLength: string | null | undefined, limit: number): boolean =>
  Number(contentLength) > limit

/**
 * The bytes of a body; throws a Refusal if they are over the limit or break off. They are counted
 * as they arrive, because `Content-Length` may be absent or wrong.
 */
export async function readBody({ body, headers }: Request, limit: number): Promise<Uint8Array> {
  if (body === null) return new Uint8Array()
  if (isOverLimit(headers.get('content-length'), limit)) throw bodyTooLarge(limit)
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (let read = await next(reader); !read.done; read = await next(reader)) {
    size += read.value.length
    if (size > limit) {
      // Nobody waits for the end of a body that is given up, and its failure changes nothing.
      reader.cancel().catch(ignore)
      throw bodyTooLarge(limit)
    }
    chunks.push(read.value)
  }
  return concatBytes(chunks, size)
}

const ignore = (): void => {}

type Reader = ReadableStreamDefaultReader<Uint8Array>

async function next(reader: Reader): ReturnType<Reader['read']> {
  try {
    return await reader.read()
  } catch {
    throw new Refusal('cancelled', { message: 'The body ended before it was complete.' })
  }
}

/** The value of a JSON body; throws a Refusal that names the place where it stops being JSON. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Refusal('malformed_input', {
      message: `The body is not JSON: ${describeBreak(text)}.`,
    })
  }
}

function describeBreak(text: string): string {
  const at = findJsonBreak(text) ?? text.length
  const lines = text.slice(0, at).split('\n')
  const place = `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
  if (at === text.length) return `it ends too early, at ${place}`
  return `it breaks at ${place}, before ${JSON.stringify(text.slice(at, at + 10))}`
}

/** The refusal of a body whose headers say that it is not JSON in UTF-8. */
export function findTypeRefusal(
  bodyTypes: RegExp,
  contentType: string | undefined,
  contentEncoding: string | undefined,
): Refusal | undefined {
  // Nearly every request is this one, and is let through before anything is parsed.
  if (contentType === 'application/json' && contentEncoding === undefined) return undefined
  const type = contentType ?? ''
  const encoding = contentEncoding ?? 'identity'
  const [mediaType = '', ...parameters] = type.toLowerCase().split(';')
  const isJson = bodyTypes.test(mediaType.trim())
  if (isJson && parameters.every(isUtf8OrNoCharset) && encoding === 'identity') return undefined
  return new Refusal('unsupported_media_type', {
    message: `The body must be JSON in UTF-8, not ${describeType(type, encoding)}.`,
    hint: 'Send Content-Type: application/json and no Content-Encoding.',
  })
}

const isUtf8OrNoCharset = (parameter: string): boolean =>
  !/^\s*charset\s*=/.test(parameter) || /=\s*"?utf-?8"?\s*$/.test(parameter)

function describeType(type: string, encoding: string): string {
  if (type === '') return 'of no type'
  const given = `'${type.slice(0, 100)}'`
  if (encoding === 'identity') return given
  return `${given} encoded with '${encoding.slice(0, 20)}'`
}
