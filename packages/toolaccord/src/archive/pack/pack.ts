import { isNoise } from './is-noise.ts'

/** A way to compress bytes. */
export interface Codec {
  /** The first byte of everything that the codec made; never 0, which marks plain bytes. */
  readonly mark: number
  compress(bytes: Uint8Array): Promise<Uint8Array>
  /** Throws for bytes that the codec did not make, and for those that give more than the limit. */
  decompress(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array>
}

const plain = 0
/** One block of most disks, the least that a file takes. */
const smallBytes = 4_096

/** Returns the bytes to store for a content: compressed if that saves a tenth or more. */
export async function pack(content: Uint8Array, codec: Codec): Promise<Uint8Array> {
  if (content.length > smallBytes && !isNoise(content)) {
    const compressed = await codec.compress(content)
    if (compressed.length <= content.length * 0.9) return marked(codec.mark, compressed)
  }
  return marked(plain, content)
}

/** Returns the content of stored bytes, or undefined if `pack` does not give such bytes. */
export async function unpack(
  stored: Uint8Array,
  codec: Codec,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const body = stored.subarray(1)
  if (stored[0] === plain) return body
  if (stored[0] !== codec.mark) return undefined
  return codec.decompress(body, maxBytes).catch(() => undefined)
}

function marked(mark: number, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(body.length + 1)
  bytes[0] = mark
  bytes.set(body, 1)
  return bytes
}
