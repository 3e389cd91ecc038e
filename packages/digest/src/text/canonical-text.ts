const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/**
 * Controls, the soft hyphen, the byte order mark, overrides of direction and tags: they change or
 * hide what a reader sees.
 */
const unseen =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\u00AD\u202A-\u202E\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu
const loneSurrogates = /\p{Surrogate}/gu
/**
 * No language puts so many marks on one letter, and NFC sorts them in time with the square of their
 * number.
 */
const excessMarks = /(?<=\p{M}{32})\p{M}+/gu

const blankRuns = /[^\S\n]{2,}|[^\S\n ]/g
const blanksAtLineEnds = / \n ?|\n /g
const emptyLines = /\n{3,}/g

/**
 * The one spelling of a text that hashes and offsets stand on: NFC, no controls, runs of blanks as
 * one, lines apart by one line feed and paragraphs by two. What is canonical stays as it is.
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
      // One mark may become two.
      .replace(excessMarks, '')
      .replace(blankRuns, ' ')
      .replace(blanksAtLineEnds, '\n')
      .replace(emptyLines, '\n\n')
      .trim()
  )
}

/** Whether a text is ASCII and canonical as it is; a few looks at it cost less than making it anew. */
const isPlain = (text: string) =>
  !/[^\n -~]/.test(text) &&
  !/ [ \n]/.test(text) &&
  !text.includes('\n ') &&
  !text.includes('\n\n\n') &&
  text === text.trim()
