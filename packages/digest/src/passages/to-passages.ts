import type { Pace } from '../pace/create-pace.ts'
import type { CodePointIndex } from '../text/code-points.ts'
import type { Span } from '../text/span.ts'
import { PassageList } from './passage-list.ts'
import { sentenceEnds } from './sentence-ends.ts'

/** How a text is split into passages. */
export interface PassageOptions {
  readonly locale: string
  /** The longest passage, in code points. */
  readonly maxChars: number
  readonly index: CodePointIndex
  readonly pace: Pace
}

const pauseUnits = 65_536

/**
 * Returns the passages of a canonical text in order. They are sentences, short ones joined and long
 * ones cut, none across paragraphs.
 */
export async function toPassages(
  text: string,
  { locale, maxChars, index, pace }: PassageOptions,
): Promise<readonly Span[]> {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' })
  const passages = new PassageList({ text, index, maxChars })
  let pause = 0
  for (let start = 0; start < text.length;) {
    const end = findParagraphEnd(text, start)
    passages.beginParagraph(start)
    let sentenceStart = start
    while (sentenceStart < end) {
      if (sentenceStart >= pause) {
        await pace()
        pause = sentenceStart + pauseUnits
      }
      for (const sentenceEnd of sentenceEnds(text, { start: sentenceStart, end }, segmenter)) {
        passages.addSentence({ start: sentenceStart, end: sentenceEnd })
        sentenceStart = sentenceEnd
      }
    }
    start = end + 2
  }
  return passages.all
}

function findParagraphEnd(text: string, start: number): number {
  const mark = text.indexOf('\n\n', start)
  return mark === -1 ? text.length : mark
}
