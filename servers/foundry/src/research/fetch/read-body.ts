import type { IncomingMessage } from 'node:http'
import { type Readable, pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { FoundryError } from '../../errors/foundry-error.ts'

/** Reads and unpacks the body of an answer. Throws as soon as there is more than allowed. */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  const body = unpack(response)
  try {
    for await (const chunk of body) {
      // The cast names what streams of bytes give.
      const bytes = chunk as Uint8Array
      size += bytes.byteLength
      if (size > maxBytes) throw toTooLarge(maxBytes)
      chunks.push(bytes)
    }
  } finally {
    response.destroy()
  }
  return Buffer.concat(chunks)
}

function unpack(response: IncomingMessage): Readable {
  const unpacker = findUnpacker(response.headers['content-encoding'])
  if (unpacker === undefined) return response
  // An error ends both streams, and reading the last one throws it.
  return pipeline(response, unpacker, () => {})
}

function findUnpacker(encoding = 'identity') {
  const name = encoding.trim().toLowerCase()
  if (name === 'identity' || name === '') return undefined
  if (name === 'gzip' || name === 'x-gzip') return createGunzip()
  if (name === 'deflate') return createInflate()
  if (name === 'br') return createBrotliDecompress()
  throw new FoundryError('FETCH_FAILED', `The answer is packed as '${name.slice(0, 40)}'.`, {
    hint: 'gzip, deflate and br can be unpacked. Save the document and add it as a file.',
    details: { reason: 'unknown_encoding' },
  })
}

const toTooLarge = (maxBytes: number): FoundryError =>
  new FoundryError('FETCH_FAILED', `The document is larger than ${maxBytes} bytes.`, {
    hint: 'Save the part that matters and add it as a file or as text.',
    details: { reason: 'too_large', max_bytes: maxBytes },
  })
