import { toBase64 } from '../json/base64.ts'
import { lengthWithin } from './fit/cut-text.ts'

/** A piece of some bytes, as text. */
export interface Slice {
  readonly encoding: 'utf-8' | 'base64'
  readonly content: string
  readonly start: number
  readonly end: number
}

/** So many bytes are looked at for each token; few texts have longer ones. */
const bytesPerToken = 16

/** A token of base64 has this many bytes at the least. */
const binaryBytesPerToken = 0.75

/**
 * As many bytes of a range as can be told in so many tokens, at least one character; no character
 * of a text is torn.
 */
export function sliceContent(
  bytes: Uint8Array,
  isText: boolean,
  range: { readonly start: number; readonly end: number },
  tokens: number,
): Slice {
  if (!isText) return sliceBytes(bytes, range, tokens)
  const start = toBoundary(bytes, Math.min(range.start, bytes.length))
  const end = toBoundary(
    bytes,
    Math.max(
      nextBoundary(bytes, start),
      Math.min(range.end, bytes.length, start + tokens * bytesPerToken),
    ),
  )
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(start, end))
  const content = text.slice(
    0,
    Math.max(lengthWithin(text, tokens), (text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1),
  )
  return {
    encoding: 'utf-8',
    content,
    start,
    end: start + new TextEncoder().encode(content).length,
  }
}

function sliceBytes(
  bytes: Uint8Array,
  range: { readonly start: number; readonly end: number },
  tokens: number,
): Slice {
  const start = Math.min(range.start, bytes.length)
  const end = Math.min(
    range.end,
    bytes.length,
    start + Math.max(1, Math.floor(tokens * binaryBytesPerToken)),
  )
  return { encoding: 'base64', content: toBase64(bytes.subarray(start, end)), start, end }
}

const isInside = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** The place where the character begins that a place is inside of. */
function toBoundary(bytes: Uint8Array, at: number): number {
  let boundary = at
  while (boundary > 0 && isInside(bytes[boundary])) boundary--
  return boundary
}

/** The place behind the character that begins here. */
function nextBoundary(bytes: Uint8Array, at: number): number {
  let boundary = Math.min(at + 1, bytes.length)
  while (isInside(bytes[boundary])) boundary++
  return boundary
}
