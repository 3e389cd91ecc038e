const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/**
 * Control characters, the soft hyphen, the byte order mark, overrides of direction, and tags. They
 * change or hide what a reader sees.
 */
const unseen =
  // oxlint-disable-next-line no-control-regex -- control characters are to be found
  /[\u0000-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\u00AD\u202A-\u202E\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu
const loneSurrogates = /\p{Surrogate}/gu
/**
 * No language puts so many marks on one letter, and NFC needs time with the square of their number
 * to sort them.
 */
const excessMarks = /(?<=\p{M}{32})\p{M}+/gu

const blankRuns = /[^\S\n]{2,}|[^\S\n ]/g
const blanksAtLineEnds = / \n ?|\n /g
const emptyLines = /\n{3,}/g

/**
 * Returns the one spelling of a text that hashes and offsets refer to: NFC, no control characters,
 * one blank for a run of them, one line feed between lines and two between paragraphs. Canonical
 * text stays as it is.
 */
export function canonicalText(raw: string): string {
  if (isPlain(raw)) return raw
  return (
    raw
      .replace(loneSurrogates, '\uFFFD')
      .replace(lineEnds, '\n')
      .replace(unseen, '')
      .replace(excessMarks, '')
      .normalize('NFC')
      // Normalisation can make two marks of one.
      .replace(excessMarks, '')
      .replace(blankRuns, ' ')
      .replace(blanksAtLineEnds, '\n')
      .replace(emptyLines, '\n\n')
      .trim()
  )
}

/** True if a text is ASCII and canonical. Five searches cost less than a new string. */
const isPlain = (text: string) =>
  !/[^\n -~]/.test(text) &&
  !/ [ \n]/.test(text) &&
  !text.includes('\n ') &&
  !text.includes('\n\n\n') &&
  text === text.trim()
