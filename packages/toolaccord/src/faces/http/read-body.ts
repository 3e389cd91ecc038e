import { concatBytes } from '../../json/concat-bytes.ts'
import { Refusal } from '../../outcome/refusal.ts'
import { isOverLimit } from './create-edge.ts'
import { findJsonBreak } from './find-json-break.ts'

/** How much is read of a body that is refused anyway: enough to find the id of a usual call. */
export const refusedBodyBytes = 65_536

/** The refusal of a body that is larger than the server accepts. */
export const bodyTooLarge = (limit: number): Refusal =>
  new Refusal('too_large', { message: `The body is over the limit of ${limit} bytes.` })

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

/** The value of a JSON body; throws a Refusal if it is not JSON. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw malformedBody(text)
  }
}

/** The refusal of a body that is not JSON; it names the place where the body stops being JSON. */
export const malformedBody = (text: string): Refusal =>
  new Refusal('malformed_input', { message: `The body is not JSON: ${describeBreak(text)}.` })

function describeBreak(text: string): string {
  const at = findJsonBreak(text) ?? text.length
  const lines = text.slice(0, at).split('\n')
  const place = `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
  if (at === text.length) return `it ends too early, at ${place}`
  return `it breaks at ${place}, before ${JSON.stringify(text.slice(at, at + 10))}`
}
