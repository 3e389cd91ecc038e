import { scanTokens } from '../tokens/estimate-tokens.ts'
import { grouped } from './grouped.ts'

/** A text that is no longer than this is left alone: the marker would take what a cut saves. */
const shortText = 80

/** More than any marker has. */
export const markerTokens = 12
const markerLength = 40

const marker = /… \[([\d,]+) more characters\]$/

/** Whether cutting a text saves anything when so many of its characters must stay. */
export const isWorthCutting = (text: string, minLength: number): boolean =>
  text.length > Math.max(shortText, minLength + markerLength)

/**
 * The beginning of a text, at most so many tokens of JSON but at least so many characters, and a
 * marker that tells how many characters are gone.
 */
export function cutText(text: string, tokens: number, minLength: number): string {
  // A text that was cut before keeps telling the truth: what was gone then is counted again.
  const earlier = marker.exec(text.slice(-markerLength))
  const body = earlier === null ? text : text.slice(0, -earlier[0].length)
  const gone = Number(earlier?.[1]?.replaceAll(',', '') ?? 0)
  const kept = body.slice(
    0,
    Math.max(lengthWithin(body, tokens), lengthOfCharacters(body, minLength)),
  )
  const taken = countCharacters(body, kept.length)
  const end = `… [${grouped(gone + taken)} more characters]`
  // Characters and not UTF-16 units, because that is how a schema counts the most that a text may have.
  return end.length < taken + (earlier?.[0].length ?? 0) ? kept + end : text
}

/** How much of a text has at most so many tokens of JSON, in UTF-16 units. */
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
  return withoutHalf(start, json.length === start.length ? end : lengthUnescaped(json, end))
}

/**
 * The length of a text whose JSON is given, up to a place that may lie inside of an escape
 * sequence.
 */
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

/** The length less one where it would end inside of a character of two units. */
const withoutHalf = (text: string, length: number): number =>
  length > 0 && isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length

/** The UTF-16 units of the first characters of a text. */
function lengthOfCharacters(text: string, count: number): number {
  let length = 0
  for (let left = count; left > 0 && length < text.length; left--)
    length += (text.codePointAt(length) ?? 0) > 0xffff ? 2 : 1
  return length
}

/** How many characters a text has from a place on. */
function countCharacters(text: string, from: number): number {
  let count = 0
  for (let at = from; at < text.length; at++)
    if (!isHighSurrogate(text.charCodeAt(at)) || (text.charCodeAt(at + 1) & 0xfc00) !== 0xdc00)
      count++
  return count
}
