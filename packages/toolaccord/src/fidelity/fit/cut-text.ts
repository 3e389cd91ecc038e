import { scanTokens } from '../tokens/estimate-tokens.ts'
import { grouped } from './grouped.ts'

/** A string of at most this length is not cut: the marker would take what a cut saves. */
const shortText = 80

/** More tokens than any marker has. */
export const markerTokens = 12
/** More characters than any marker has. */
const markerLength = 40

const marker = /… \[(?<gone>[\d,]+) more characters\]$/

/** True if cutting a string saves anything when so many of its characters must stay. */
export const isWorthCutting = (text: string, minLength: number): boolean =>
  text.length > Math.max(shortText, minLength + markerLength)

/**
 * Cuts a string to at most so many tokens of JSON but at least so many characters, and adds a
 * marker with the number of characters that are gone.
 */
export function cutText(text: string, tokens: number, minLength: number): string {
  const { body, gone } = splitMarker(text)
  const length = Math.max(lengthWithin(body, tokens), lengthOfCharacters(body, minLength))
  const taken = countCharacters(body, length)
  const end = `… [${grouped(gone + taken)} more characters]`
  const markerBefore = text.length - body.length
  // Characters and not UTF-16 units, because a schema's maxLength counts characters.
  if (end.length < taken + markerBefore) return body.slice(0, length) + end
  return text
}

/** Splits the marker off a string that was cut before, so that its characters are counted again. */
function splitMarker(text: string): { readonly body: string; readonly gone: number } {
  const match = marker.exec(text.slice(-markerLength))
  if (match === null) return { body: text, gone: 0 }
  const gone = Number(match.groups?.gone?.replaceAll(',', ''))
  return { body: text.slice(0, -match[0].length), gone }
}

/** Returns how much of a string has at most so many tokens of JSON, in UTF-16 units. */
export function lengthWithin(text: string, tokens: number): number {
  // Few tokens are longer than this, so what is cut off here would not have fitted.
  const start = text.slice(0, Math.max(0, Math.ceil(tokens)) * 64)
  const json = JSON.stringify(start).slice(1, -1)
  const scan = scanTokens(json)
  let end = 0
  while (scan.thirds <= tokens * 3) {
    if (scan.isWhole) end = scan.at
    if (scan.at >= json.length) break
    scan.step()
  }
  const length = json.length === start.length ? end : lengthUnescaped(json, end)
  return withoutHalf(start, length)
}

/** The length of a string up to a place in its JSON, which may be inside of an escape sequence. */
function lengthUnescaped(json: string, end: number): number {
  for (let at = end; at > end - 6 && at > 0; at--) {
    try {
      return String(JSON.parse(`"${json.slice(0, at)}"`)).length
    } catch {
      // One character less may end before the escape sequence.
    }
  }
  return 0
}

const isHighSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xd800
const isLowSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xdc00

/** The length, less one if it would end inside of a character of two units. */
const withoutHalf = (text: string, length: number): number =>
  length > 0 && isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length

/** The UTF-16 units of the first characters of a string. */
function lengthOfCharacters(text: string, count: number): number {
  let length = 0
  for (let left = count; left > 0 && length < text.length; left--)
    length += (text.codePointAt(length) ?? 0) > 0xffff ? 2 : 1
  return length
}

/** How many characters a string has from a place on. */
function countCharacters(text: string, from: number): number {
  let count = 0
  for (let at = from; at < text.length; at++) {
    const isFirstHalf =
      isHighSurrogate(text.charCodeAt(at)) && isLowSurrogate(text.charCodeAt(at + 1))
    if (!isFirstHalf) count++
  }
  return count
}
