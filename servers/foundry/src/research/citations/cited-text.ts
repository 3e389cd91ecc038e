import { type PageBoundary, toLocator } from '@toolaccord/digest'
import { type CodePoints, createCodePoints } from './create-code-points.ts'

/** A text that can be cited. */
export interface CitedText {
  readonly text: string
  readonly points: CodePoints
  /** Present if the source has pages. */
  readonly pages?: readonly PageBoundary[] | undefined
}

/** Returns a canonical text, ready for many citations. */
export const toCitedText = (text: string, pages?: readonly PageBoundary[]): CitedText => ({
  text,
  points: createCodePoints(text),
  pages,
})

/** Returns the page that a span is on as a whole. */
export const pageOf = ({ pages }: CitedText, start: number, end: number): number | undefined =>
  pages?.find((one) => start >= one.start && end <= one.end)?.page

/** Returns the locator of a span, with its page if the span is on one. */
export const locatorOf = (source: CitedText, start: number, end: number): string =>
  toLocator({ start, end, page: pageOf(source, start, end) })
