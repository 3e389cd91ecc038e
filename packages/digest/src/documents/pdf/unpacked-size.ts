import { lzwSize } from './lzw-size.ts'

const flate = /^(?:Fl|FlateDecode)$/
const lzw = /^(?:LZW|LZWDecode)$/
const runLength = /^(?:RL|RunLengthDecode)$/
const ascii85 = /^(?:A85|ASCII85Decode)$/
const asciiHex = /^(?:AHx|ASCIIHexDecode)$/

/** Two bytes of run-length code make at most 128. */
const runRatio = 64

const chunkBytes = 16_384

/**
 * Returns the unpacked size of a stream, counted until it is over the limit. Data that is packed
 * twice counts as over every limit.
 */
export async function unpackedSize(
  packed: Uint8Array,
  filters: readonly string[],
  limit: number,
): Promise<number> {
  const packing = filters.filter((name) => isPacking(name))
  if (packing.length > 1) return Number.POSITIVE_INFINITY
  const [filter = ''] = packing
  const data = filters.reduce(decodeText, packed)
  if (runLength.test(filter)) return data.length * runRatio
  // EarlyChange, which may be out of sight, decides when codes grow: the larger size counts.
  if (lzw.test(filter)) return Math.max(lzwSize(data, limit, 1), lzwSize(data, limit, 0))
  if (isZlib(data)) return inflatedSize(data, limit)
  return data.length
}

const isPacking = (name: string) => flate.test(name) || lzw.test(name) || runLength.test(name)

/** Resolves the two filters that write bytes as text, because packed bytes may be below them. */
function decodeText(data: Uint8Array, filter: string): Uint8Array {
  if (ascii85.test(filter)) return fromAscii85(data)
  if (asciiHex.test(filter)) return fromHex(data)
  return data
}

function fromHex(data: Uint8Array): Uint8Array {
  const digits = new TextDecoder('latin1').decode(data).replaceAll(/[^\da-f]/gi, '')
  const toByte = (index: number) => Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16)
  return Uint8Array.from({ length: digits.length >> 1 }, (_, index) => toByte(index))
}

/** Decodes groups of five digits from `!` to `u`; `z` is a group of zeros and `~` the end. */
function fromAscii85(data: Uint8Array): Uint8Array {
  const out = new Uint8Array(data.length * 4)
  let length = 0
  let group = 0
  let count = 0
  for (const byte of data) {
    if (byte === 0x7e) break
    if (byte === 0x7a && count === 0) length += 4
    if (byte < 0x21 || byte > 0x75) continue
    group = group * 85 + byte - 0x21
    count++
    if (count < 5) continue
    for (const shift of [24, 16, 8, 0]) {
      out[length] = group >>> shift
      length++
    }
    group = 0
    count = 0
  }
  return out.subarray(0, length)
}

/** RFC 1950, section 2.2: the method is 8, and the two bytes are a multiple of 31. */
const isZlib = ([first = 0, second = 0]: Uint8Array) =>
  (first & 15) === 8 && (first * 256 + second) % 31 === 0

async function inflatedSize(data: Uint8Array, limit: number): Promise<number> {
  const reader = toChunks(data).pipeThrough(new DecompressionStream('deflate')).getReader()
  let size = 0
  try {
    for (let part = await reader.read(); !part.done && size <= limit; part = await reader.read())
      size += part.value.byteLength
  } catch {
    // A reader does not unpack what comes after a fault or after the end either.
  }
  await reader.cancel().catch(ignoreFault)
  return size
}

/** The fault that ended the reading is rejected here once more. */
const ignoreFault = () => {}

function toChunks(data: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> {
  let start = 0
  return new ReadableStream({
    pull(controller) {
      if (start >= data.length) {
        controller.close()
        return
      }
      const end = start + chunkBytes
      // A copy, because the types of web streams take no bytes that might be shared.
      controller.enqueue(new Uint8Array(data.subarray(start, end)))
      start = end
    },
  })
}
