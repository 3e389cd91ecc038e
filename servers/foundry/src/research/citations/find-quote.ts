import { type CitedText, locatorOf } from './cited-text.ts'

/** Returns the locators of the places that have a quote, as many as are wanted. */
export function findQuote(source: CitedText, quote: string, most: number): readonly string[] {
  const { text, points } = source
  const found: string[] = []
  if (quote === '') return found
  let unit = text.indexOf(quote)
  while (unit !== -1 && found.length < most) {
    const end = unit + quote.length
    found.push(locatorOf(source, points.fromUnit(unit), points.fromUnit(end)))
    unit = text.indexOf(quote, end)
  }
  return found
}
