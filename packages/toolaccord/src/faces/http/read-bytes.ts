import { concatBytes } from '../../json/concat-bytes.ts'

/**
 * The body of a request, or undefined when it is over the limit; what arrives is counted, because
 * `Content-Length` may be absent or wrong.
 */
export async function readBytes(
  { body, headers }: Request,
  limit: number,
): Promise<Uint8Array | undefined> {
  if (body === null) return new Uint8Array()
  if (Number(headers.get('content-length')) > limit) return undefined
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length
    if (size > limit) {
      // Not waited for, because one branch of a cloned body ends only with the other.
      void reader.cancel().catch(() => {})
      return undefined
    }
    chunks.push(read.value)
  }
  return concatBytes(chunks, size)
}
