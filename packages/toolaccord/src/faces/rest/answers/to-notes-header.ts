import type { Overflow } from '../../../contracts/contract/overflow.ts'

/** Proxies and clients refuse header fields that are much longer. */
const maxBytes = 4096

/**
 * The notes that the envelope has no field for, as a header value: JSON in ASCII, without its
 * largest parts if it would be too long.
 */
export function toNotesHeader(overflow: Overflow): string {
  const whole = toAscii(overflow)
  if (whole.length <= maxBytes) return whole
  for (const shortened of shorten(overflow)) {
    const value = toAscii({ ...shortened, truncated: true })
    if (value.length <= maxBytes) return value
  }
  return toAscii({ truncated: true })
}

/**
 * Ever less of an overflow: without data, then without problems, then without one note after the
 * other, the longest first.
 */
function* shorten(overflow: Overflow): Generator<Overflow> {
  const { data: _, problems, notes, ...rest } = overflow
  yield { ...rest, problems, notes }
  const left = Object.entries(notes ?? {}).toSorted(
    ([, a], [, b]) => toAscii(a).length - toAscii(b).length,
  )
  for (; left.length > 0; left.pop()) yield { ...rest, notes: Object.fromEntries(left) }
  yield rest
}

const toAscii = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replaceAll(/[\x7f-\uffff]/g, escapeCharacter)

const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
