import { toBase64 } from '../json/base64.ts'
import { lengthWithin } from './fit/cut-text.ts'

/** Bytes from `start` up to but not including `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A piece of some bytes, as a string. */
export interface Slice extends ByteRange {
  readonly encoding: 'utf-8' | 'base64'
  readonly content: string
}

/** So many bytes are looked at first for each token, and more if all of these fit. */
const usualBytesPerToken = 3

/** So many bytes are looked at for each token at most; few texts have longer tokens. */
const mostBytesPerToken = 16

/** More than a count can depend on what follows. */
const seamLength = 128

/** A token of base64 has at least this many bytes. */
const binaryBytesPerToken = 0.75

/**
 * Returns as many bytes of a range as have at most so many tokens, and at least one character. It
 * never splits a character of a text.
 */
export function sliceContent(
  bytes: Uint8Array,
  isText: boolean,
  range: ByteRange,
  tokens: number,
): Slice {
  if (isText) return sliceText(bytes, range, tokens)
  return sliceBytes(bytes, range, tokens)
}

function sliceText(bytes: Uint8Array, range: ByteRange, tokens: number): Slice {
  const start = characterStart(bytes, Math.min(range.start, bytes.length))
  const most = Math.min(range.end, bytes.length, start + tokens * mostBytesPerToken)
  let wanted = start + tokens * usualBytesPerToken
  let text = textBetween(bytes, start, Math.min(most, wanted))
  let within = lengthWithin(text, tokens)
  while (wanted < most && within > text.length - seamLength) {
    wanted = start + (wanted - start) * 2
    text = textBetween(bytes, start, Math.min(most, wanted))
    within = lengthWithin(text, tokens)
  }
  const firstLength = (text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1
  const content = text.slice(0, Math.max(within, firstLength))
  const length = new TextEncoder().encode(content).length
  return { encoding: 'utf-8', content, start, end: start + length }
}

/** Returns the text from one byte to another, without half a character, and at least one. */
function textBetween(bytes: Uint8Array, start: number, wanted: number): string {
  const end = characterStart(bytes, Math.max(characterEnd(bytes, start), wanted))
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(start, end))
}

function sliceBytes(bytes: Uint8Array, range: ByteRange, tokens: number): Slice {
  const start = Math.min(range.start, bytes.length)
  const length = Math.max(1, Math.floor(tokens * binaryBytesPerToken))
  const end = Math.min(range.end, bytes.length, start + length)
  return { encoding: 'base64', content: toBase64(bytes.subarray(start, end)), start, end }
}

/** True if a byte of UTF-8 is not the first of its character. */
const isInside = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** Returns the start of the character that contains a byte. */
function characterStart(bytes: Uint8Array, at: number): number {
  let start = at
  while (start > 0 && isInside(bytes[start])) start--
  return start
}

/** Returns the end of the character that starts at a byte. */
function characterEnd(bytes: Uint8Array, at: number): number {
  let end = Math.min(at + 1, bytes.length)
  while (isInside(bytes[end])) end++
  return end
}
