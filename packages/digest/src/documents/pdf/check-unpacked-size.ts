import type { Pace } from '../../work/create-pace.ts'
import { DigestError } from '../../work/digest-error.ts'

/**
 * No filter of PDF unpacks to more than about this many times its input: LZW, whose codes of 12
 * bits stand for up to 4,096 bytes.
 */
const highestRatio = 2_731

/**
 * Refuses a PDF one of whose streams unpacks to more than the limit: the reader would hold all of
 * it at once. It looks at bytes, not at objects, so that a broken file cannot hide a stream;
 * streams too short to matter are passed over.
 */
export async function checkUnpackedSize(
  bytes: Uint8Array,
  limit: number,
  pace: Pace,
): Promise<void> {
  // One character per byte.
  const text = new TextDecoder('latin1').decode(bytes)
  const lengths = new Map(
    [...text.matchAll(/(\d{1,9} \d{1,5}) obj\s+(\d{1,9})\s+endobj/g)].map(([, name, length]) => [
      name,
      Number(length),
    ]),
  )
  const [nextKeyword, nextMark, nextLine, nextReturn] = ['stream', 'endstream', '\n', '\r'].map(
    (mark) => createSeeker(text, mark),
  ) as [Seek, Seek, Seek, Seek] // As many as marks.
  for (let keyword = nextKeyword(0); keyword < text.length; keyword = nextKeyword(keyword + 1)) {
    await pace()
    if (text.startsWith('end', keyword - 3)) continue
    const lineEnd = Math.min(nextLine(keyword), nextReturn(keyword))
    const start = text.startsWith('\r\n', lineEnd) ? lineEnd + 2 : lineEnd + 1
    const before = text.slice(Math.max(0, keyword - 4_096), keyword)
    const dictionary = before.slice(before.lastIndexOf('obj') + 1)
    const length = lengthOf(dictionary, lengths)
    // A reader takes the declared length or the next end mark: the farther one counts.
    const end =
      length === undefined
        ? text.length
        : Math.min(text.length, Math.max(nextMark(start), start + length))
    if ((end - start) * highestRatio <= limit) continue
    if ((await unpackedSize(bytes.subarray(start, end), filtersOf(dictionary), limit)) > limit) {
      throw new DigestError('too_large', `A stream of the PDF unpacks to more than ${limit} bytes.`)
    }
  }
}

type Seek = (from: number) => number

/** Finds the next mark, or the end; asked with places that grow, it reads the text once in all. */
function createSeeker(text: string, mark: string): Seek {
  let found = -1
  return (from) => {
    if (found < from) {
      found = text.indexOf(mark, from)
      if (found === -1) found = text.length
    }
    return found
  }
}

/** The declared length of a stream; undefined when it stands where it cannot be seen. */
function lengthOf(
  dictionary: string,
  lengths: ReadonlyMap<string | undefined, number>,
): number | undefined {
  const [, reference, direct] = /\/Length\s+(?:(\d+ \d+) R|(\d+))/.exec(dictionary) ?? []
  return direct === undefined ? lengths.get(reference) : Number(direct)
}

/** The names of a dictionary's filters in order, escapes resolved. */
function filtersOf(dictionary: string): readonly string[] {
  const plain = dictionary.replaceAll(/#([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  const [, list, one] = /\/F(?:ilter)?\s*(?:\[([^\]]*)\]|\/(\w+))/.exec(plain) ?? []
  return list === undefined
    ? [one ?? '']
    : [...list.matchAll(/\/(\w+)/g)].map(([, name]) => name ?? '')
}

/** How much a stream unpacks to, counted until it is over the limit; stacked packing counts as over. */
async function unpackedSize(
  packed: Uint8Array,
  filters: readonly string[],
  limit: number,
): Promise<number> {
  const packing = filters.filter((name) =>
    /^(?:Fl|FlateDecode|LZW|LZWDecode|RL|RunLengthDecode)$/.test(name),
  )
  if (packing.length > 1) return Number.POSITIVE_INFINITY
  const data = filters.reduce(unwrap, packed)
  if (packing[0]?.startsWith('R')) return data.length * 64
  if (packing[0]?.startsWith('L')) return Math.max(lzwSize(data, limit, 1), lzwSize(data, limit, 0))
  return isZlib(data) ? inflatedSize(data, limit) : data.length
}

/** Resolves the two filters that write bytes as text, because packed bytes may lie below them. */
function unwrap(data: Uint8Array, filter: string): Uint8Array {
  if (/^(?:A85|ASCII85Decode)$/.test(filter)) return fromAscii85(data)
  return /^(?:AHx|ASCIIHexDecode)$/.test(filter) ? fromHex(data) : data
}

function fromHex(data: Uint8Array): Uint8Array {
  const digits = new TextDecoder('latin1').decode(data).replaceAll(/[^\da-f]/gi, '')
  return Uint8Array.from({ length: digits.length >> 1 }, (_, index) =>
    Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16),
  )
}

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
    if (++count < 5) continue
    for (const shift of [24, 16, 8, 0]) out[length++] = group >>> shift
    group = count = 0
  }
  return out.subarray(0, length)
}

const isZlib = ([first = 0, second = 0]: Uint8Array) =>
  (first & 15) === 8 && (first * 256 + second) % 31 === 0

async function inflatedSize(data: Uint8Array, limit: number): Promise<number> {
  const reader = toChunks(data).pipeThrough(new DecompressionStream('deflate')).getReader()
  let size = 0
  try {
    for (let part = await reader.read(); !part.done && size <= limit; part = await reader.read())
      size += part.value.byteLength
  } catch {
    // What comes after a fault, or after the end, is not unpacked by a reader either.
  }
  await reader.cancel().catch(() => {})
  return size
}

function toChunks(data: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> {
  let start = 0
  return new ReadableStream({
    pull(controller) {
      // A copy, because the types of web streams take no bytes that might be shared.
      if (start < data.length)
        controller.enqueue(new Uint8Array(data.subarray(start, (start += 16_384))))
      else controller.close()
    },
  })
}

/**
 * The length of LZW output, of which no byte is made; `early` is how much sooner than needed the
 * codes grow.
 */
function lzwSize(data: Uint8Array, limit: number, early: number): number {
  const lengths = new Uint16Array(4_096).fill(1, 0, 256)
  let [size, bits, held, width, next, previous] = [0, 0, 0, 9, 258, 0]
  for (const byte of data) {
    held = ((held << 8) | byte) & 0xffffff
    bits += 8
    if (bits < width) continue
    bits -= width
    const code = (held >>> bits) & ((1 << width) - 1)
    if (code === 257 || size > limit) return size
    const length = code === 256 ? 0 : code < next ? (lengths[code] ?? 0) : previous + 1
    if (code === 256) [width, next] = [9, 258]
    else if (previous > 0 && next < 4_096) lengths[next++] = previous + 1
    if (next + early >= 1 << width && width < 12) width++
    size += length
    previous = length
  }
  return size
}
