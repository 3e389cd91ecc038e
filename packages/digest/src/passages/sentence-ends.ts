import type { Span } from '../text/span.ts'
import { wholeCharacter } from '../text/whole-character.ts'

/** The segmenter needs time with the square of its input, so it gets a few sentences at a time. */
const windowUnits = 2_000

/** Anything shorter is one sentence. */
const fewUnits = 24

/** A line of this length may have been wrapped. */
const fullLine = 40

/**
 * Returns the ends of the next sentences in the rest of a paragraph: those that are certain, or
 * else the end of the window.
 */
export function sentenceEnds(
  text: string,
  { start, end: paragraphEnd }: Span,
  segmenter: Intl.Segmenter,
): readonly number[] {
  if (paragraphEnd - start < fewUnits) return [paragraphEnd]
  const end = Math.min(paragraphEnd, wholeCharacter(text, start, start + windowUnits))
  const unwrapped = unwrap(text.slice(start, end))
  const ends: number[] = []
  for (const { index, segment } of segmenter.segment(unwrapped))
    ends.push(start + index + segment.length)
  // The last sentence of a window may go on after it.
  if (end < paragraphEnd && ends.length > 1) ends.pop()
  return ends
}

/** Replaces line feeds inside sentences by blanks, because the segmenter would end one there. */
function unwrap(text: string): string {
  let unwrapped = ''
  let copied = 0
  let lineStart = 0
  let lineEnd = text.indexOf('\n')
  while (lineEnd !== -1) {
    const next = lineEnd + 1
    if (isWrapped(lineEnd - lineStart, text.slice(next, next + 4))) {
      unwrapped += `${text.slice(copied, lineEnd)} `
      copied = next
    }
    lineStart = next
    lineEnd = text.indexOf('\n', lineStart)
  }
  if (copied === 0) return text
  return unwrapped + text.slice(copied)
}

/**
 * True if a sentence goes on in the next line: before a small letter, or after a full line, but
 * never before an item of a list.
 */
function isWrapped(lineLength: number, next: string): boolean {
  const isItem = /^[\p{L}\p{N}]{1,3}[.)]/u.test(next)
  if (isItem) return false
  if (/^\p{Ll}/u.test(next)) return true
  return lineLength >= fullLine && /^[\p{L}\p{N}"'“‘«(]/u.test(next)
}
