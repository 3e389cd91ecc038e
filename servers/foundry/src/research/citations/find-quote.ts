import { type CanonicalDocument, toLocator } from '@toolaccord/digest'
import { toCodePoint } from './code-points.ts'

/** A text that can be cited. */
export type CitedText = Pick<CanonicalDocument, 'text' | 'pages'>

/** Returns the locators of the places that have a quote, as many as are wanted. */
export function findQuote(source: CitedText, quote: string, most: number): readonly string[] {
  const found: string[] = []
  if (quote === '') return found
  let unit = source.text.indexOf(quote)
  while (unit !== -1 && found.length < most) {
    const start = toCodePoint(source.text, unit)
    found.push(locate(source, start, start + toCodePoint(quote, quote.length)))
    unit = source.text.indexOf(quote, unit + quote.length)
  }
  return found
}

/** Returns the locator of a span, with its page if the span is on one. */
export const locate = ({ pages }: CitedText, start: number, end: number): string =>
  toLocator({ start, end, page: pageOf(pages, start, end) })

/** Returns the page that a span is on as a whole. */
export const pageOf = (pages: CitedText['pages'], start: number, end: number): number | undefined =>
  pages?.find((one) => start >= one.start && end <= one.end)?.page
