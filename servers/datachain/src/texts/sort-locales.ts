import type { LocalizedText } from '../model/index.ts'
import { isLocalizedValue } from './is-localized-value.ts'

/** The same value with every text in it in the order of some languages, others last. */
export function sortLocales<T>(value: T, locales: readonly string[]): T {
  // The cast holds because arrays only change their order.
  return sortValue(value, new Map(locales.map((locale, at) => [locale, at]))) as T
}

function sortValue(value: unknown, places: ReadonlyMap<string, number>): unknown {
  const placeOf = (text: LocalizedText[number]) => places.get(text.locale) ?? places.size
  if (Array.isArray(value) && value.length > 0 && value.every(isLocalizedValue))
    return value.toSorted((a, b) => placeOf(a) - placeOf(b))
  if (Array.isArray(value)) return value.map((item) => sortValue(item, places))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, sortValue(member, places)]),
  )
}
