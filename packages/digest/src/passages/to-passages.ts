import { isNgramLetter } from '../language/letter-table.ts'
import type { CodePointIndex } from '../text/code-points.ts'
import type { Span } from '../text/span.ts'
import type { Pace } from '../work/create-pace.ts'

export interface PassageOptions {
  readonly locale: string
  /** The longest passage, in code points. */
  readonly maxChars: number
  readonly index: CodePointIndex
  readonly pace: Pace
}

/** The segmenter takes time with the square of its input, so it gets a few sentences at a time. */
const windowUnits = 2_000
const pauseUnits = 65_536
/** What is too short to be two sentences. */
const fewUnits = 24
/**
 * A sentence below this is a remark or an abbreviation, and goes with the next; letters that stand
 * for syllables or words say more.
 */
const shortUnits = (letter: number) => (isNgramLetter(letter) ? 8 : fewUnits)

/** How long a line is that was wrapped. */
const fullLine = 40

/**
 * The passages of a canonical text in order: sentences, short ones joined and long ones cut, none
 * across paragraphs.
 */
export async function toPassages(
  text: string,
  { locale, maxChars, index, pace }: PassageOptions,
): Promise<readonly Span[]> {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' })
  const passages: Span[] = []
  let pause = 0
  for (let start = 0; start < text.length;) {
    const mark = text.indexOf('\n\n', start)
    const end = mark === -1 ? text.length : mark
    for (let from = start; from < end;) {
      if (from >= pause) {
        await pace()
        pause = from + pauseUnits
      }
      const ends = sentenceEnds(text, from, end, segmenter)
      addPassages(passages, text, start, from, ends, maxChars, index)
      from = ends.at(-1) ?? end
    }
    start = end + 2
  }
  return passages
}

/** Where the next sentences end: those that are sure to, or else the end of the window. */
function sentenceEnds(
  text: string,
  from: number,
  paragraphEnd: number,
  segmenter: Intl.Segmenter,
): readonly number[] {
  if (paragraphEnd - from < fewUnits) return [paragraphEnd]
  const end = Math.min(paragraphEnd, wholeCharacter(text, from, from + windowUnits))
  const slice = text.slice(from, end)
  const ends: number[] = []
  for (const { index, segment } of segmenter.segment(unwrap(slice)))
    ends.push(from + index + segment.length)
  // The last sentence of a window may go on behind it.
  if (end < paragraphEnd && ends.length > 1) ends.pop()
  return ends
}

/** The text with blanks for the line feeds inside sentences, where the segmenter would end one. */
function unwrap(text: string): string {
  let unwrapped = ''
  let start = 0
  for (
    let lineStart = 0, end = text.indexOf('\n');
    end !== -1;
    lineStart = end + 1, end = text.indexOf('\n', lineStart)
  ) {
    if (!isWrapped(end - lineStart, text.slice(end + 1, end + 5))) continue
    unwrapped += `${text.slice(start, end)} `
    start = end + 1
  }
  return start === 0 ? text : unwrapped + text.slice(start)
}

/**
 * Whether a sentence goes on in the next line: before a small letter, and after a full line; never
 * before an item of a list.
 */
function isWrapped(lineLength: number, next: string): boolean {
  if (/^[\p{L}\p{N}]{1,3}[.)]/u.test(next)) return false
  return /^\p{Ll}/u.test(next) || (lineLength >= fullLine && /^[\p{L}\p{N}"'“‘«(]/u.test(next))
}

function addPassages(
  passages: Span[],
  text: string,
  paragraphStart: number,
  from: number,
  ends: readonly number[],
  maxChars: number,
  index: CodePointIndex,
): void {
  for (const sentenceEnd of ends) {
    const start = skipBlanks(text, from, sentenceEnd)
    const end = dropBlanks(text, start, sentenceEnd)
    from = sentenceEnd
    if (start === end) continue
    const previous = passages.at(-1)
    const isShort =
      previous !== undefined &&
      previous.start >= paragraphStart &&
      previous.end - previous.start < shortUnits(text.charCodeAt(previous.start))
    if (isShort && fits(previous.start, end, maxChars, index))
      passages[passages.length - 1] = { start: previous.start, end }
    else cut(passages, text, start, end, maxChars, index)
  }
}

/** Adds a span in parts that fit. */
function cut(
  passages: Span[],
  text: string,
  start: number,
  end: number,
  maxChars: number,
  index: CodePointIndex,
): void {
  while (!fits(start, end, maxChars, index)) {
    const furthest = index.toUnit(index.toCodePoint(start) + maxChars)
    const blank = start + lastBlank(text.slice(start, furthest + 1))
    const edge = blank > (start + furthest) / 2 ? blank : wholeCharacter(text, start, furthest)
    passages.push({ start, end: dropBlanks(text, start, edge) })
    start = skipBlanks(text, edge, end)
  }
  if (start < end) passages.push({ start, end })
}

const fits = (start: number, end: number, maxChars: number, index: CodePointIndex) =>
  end - start <= maxChars || index.toCodePoint(end) - index.toCodePoint(start) <= maxChars

/**
 * The edge, or one shortly before it that does not part a letter from its marks; canonical text has
 * no lone surrogates.
 */
function wholeCharacter(text: string, start: number, edge: number): number {
  for (let at = edge; at > Math.max(start, edge - 32); at--)
    if (!/^[\p{M}\u200D\uDC00-\uDFFF]/u.test(text.slice(at, at + 2)) && text[at - 1] !== '\u200D')
      return at
  return isLow(text.charCodeAt(edge)) ? edge - 1 : edge
}

const isLow = (code: number) => code >= 0xdc00 && code <= 0xdfff

const lastBlank = (text: string) => Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n'))

function skipBlanks(text: string, start: number, end: number): number {
  while (start < end && isBlank(text.charCodeAt(start))) start++
  return start
}

function dropBlanks(text: string, start: number, end: number): number {
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return end
}

/** Canonical text knows two blanks. */
const isBlank = (code: number) => code === 0x20 || code === 0x0a
