import { concatBytes } from '../../json/concat-bytes.ts'
import type { Codec } from './pack.ts'

/** The codec that every runtime has. */
export const deflate: Codec = {
  mark: 1,
  compress: (bytes) => through(bytes, new CompressionStream('deflate'), Infinity),
  decompress: (bytes, maxBytes) => through(bytes, new DecompressionStream('deflate'), maxBytes),
}

async function through(
  bytes: Uint8Array,
  stream: CompressionStream | DecompressionStream,
  maxBytes: number,
): Promise<Uint8Array> {
  const feeding = feed(bytes, stream).catch(ignoreSameFailure)
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = stream.readable.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value)
    length += next.value.length
    if (length > maxBytes) {
      await reader.cancel()
      throw new RangeError(`The bytes give more than ${maxBytes}.`)
    }
  }
  await feeding
  return concatBytes(chunks, length)
}

async function feed(
  bytes: Uint8Array,
  stream: CompressionStream | DecompressionStream,
): Promise<void> {
  const writer = stream.writable.getWriter()
  // The cast leaves out shared memory.
  await writer.write(bytes as Uint8Array<ArrayBuffer>)
  await writer.close()
}

/** The reader sees the same failure. */
function ignoreSameFailure(): void {}
