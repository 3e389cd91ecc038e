import type { Pace } from '../../pace/create-pace.ts'
import { DigestError } from '../../pace/digest-error.ts'
import { unpackedSize } from './unpacked-size.ts'

/**
 * The highest ratio of any filter of PDF, which is that of LZW: a code of 12 bits can make up to
 * 4,096 bytes.
 */
const highestRatio = 2_731

/** The longest dictionary before a stream. */
const dictionaryUnits = 4_096

/** A stream of a PDF, as offsets into the file. */
interface PdfStream {
  readonly start: number
  readonly end: number
  /** The dictionary before it, and perhaps more. */
  readonly dictionary: string
}

/**
 * Throws a DigestError if a stream of a PDF unpacks to more than the limit, because the reader
 * would hold all of it at once. It looks at bytes, not at objects, so that a broken file cannot
 * hide a stream.
 */
export async function checkUnpackedSize(
  bytes: Uint8Array,
  limit: number,
  pace: Pace,
): Promise<void> {
  // One character per byte.
  const text = new TextDecoder('latin1').decode(bytes)
  for (const { start, end, dictionary } of streamsIn(text)) {
    await pace()
    const isSmall = (end - start) * highestRatio <= limit
    if (isSmall) continue
    const size = await unpackedSize(bytes.subarray(start, end), readFilters(dictionary), limit)
    if (size > limit)
      throw new DigestError('too_large', `A stream of the PDF unpacks to more than ${limit} bytes.`)
  }
}

function* streamsIn(text: string): Iterable<PdfStream> {
  const lengths = readLengths(text)
  const findKeyword = createFinder(text, 'stream')
  const findEndMark = createFinder(text, 'endstream')
  const findLineFeed = createFinder(text, '\n')
  const findReturn = createFinder(text, '\r')
  for (let keyword = findKeyword(0); keyword < text.length; keyword = findKeyword(keyword + 1)) {
    const isEndMark = text.startsWith('end', keyword - 3)
    if (isEndMark) continue
    const lineEnd = Math.min(findLineFeed(keyword), findReturn(keyword))
    const start = text.startsWith('\r\n', lineEnd) ? lineEnd + 2 : lineEnd + 1
    const before = text.slice(Math.max(0, keyword - dictionaryUnits), keyword)
    const dictionary = before.slice(before.lastIndexOf('obj') + 1)
    const length = findLength(dictionary, lengths)
    let end = text.length
    // A reader takes the declared length or the next end mark: the farther one counts.
    if (length !== undefined) end = Math.min(end, Math.max(findEndMark(start), start + length))
    yield { start, end, dictionary }
  }
}

/** Returns the offset of the next mark, or the length of the text if there is none. */
type Find = (from: number) => number

/** Creates a function that reads the text once in all, if it is asked with growing offsets. */
function createFinder(text: string, mark: string): Find {
  let found = -1
  return (from) => {
    if (found < from) {
      found = text.indexOf(mark, from)
      if (found === -1) found = text.length
    }
    return found
  }
}

/** Returns the objects that are one number, which may be lengths of streams, by their names. */
function readLengths(text: string): ReadonlyMap<string, number> {
  const lengths = new Map<string, number>()
  for (const [, name, length] of text.matchAll(/(\d{1,9} \d{1,5}) obj\s+(\d{1,9})\s+endobj/g))
    if (name !== undefined) lengths.set(name, Number(length))
  return lengths
}

/** Returns the declared length of a stream, or undefined if it is not to be seen in the bytes. */
function findLength(dictionary: string, lengths: ReadonlyMap<string, number>): number | undefined {
  const pattern = /\/Length\s+(?:(?<reference>\d+ \d+) R|(?<direct>\d+))/
  const groups = pattern.exec(dictionary)?.groups
  if (groups === undefined) return undefined
  if (groups.direct !== undefined) return Number(groups.direct)
  return lengths.get(groups.reference ?? '')
}

/** Returns the names of a dictionary's filters in order, escapes resolved. */
function readFilters(dictionary: string): readonly string[] {
  const plain = dictionary.replaceAll(/#([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  const pattern = /\/F(?:ilter)?\s*(?:\[(?<several>[^\]]*)\]|\/(?<one>\w+))/
  const groups = pattern.exec(plain)?.groups
  if (groups?.one !== undefined) return [groups.one]
  return [...(groups?.several ?? '').matchAll(/\/(\w+)/g)].map(([, name]) => name ?? '')
}
