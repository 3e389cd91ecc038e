import type { LocalizedText } from '../model/index.ts'

/**
 * The text in a language: the one asked for, else English, else the first; undefined where there is
 * none.
 */
export const pickText = (text: LocalizedText, locale: string): LocalizedText[number] | undefined =>
  text.find((one) => one.locale === locale) ?? text.find((one) => one.locale === 'en') ?? text[0]

/** The same value with every text in it cut to some languages. */
export function filterLocales<T>(value: T, locales: readonly string[] | undefined): T {
  if (locales === undefined) return value
  // The cast holds because only items of lists are left out.
  return filterValue(value, new Set(locales)) as T
}

function filterValue(value: unknown, locales: ReadonlySet<string>): unknown {
  if (Array.isArray(value))
    return value.flatMap((item: unknown) =>
      isText(item) ? (locales.has(item.locale) ? [item] : []) : [filterValue(item, locales)],
    )
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, filterValue(member, locales)]),
  )
}

const isText = (value: unknown): value is LocalizedText[number] =>
  typeof value === 'object' &&
  value !== null &&
  'locale' in value &&
  'value' in value &&
  typeof value.locale === 'string'

/** The same value with every text in it in the order of some languages, others last. */
export function sortLocales<T>(value: T, locales: readonly string[]): T {
  // The cast holds because lists only change their order.
  return sortValue(value, new Map(locales.map((locale, at) => [locale, at]))) as T
}

function sortValue(value: unknown, places: ReadonlyMap<string, number>): unknown {
  const placeOf = (text: LocalizedText[number]) => places.get(text.locale) ?? places.size
  if (Array.isArray(value) && value.length > 0 && value.every(isText))
    return value.toSorted((a, b) => placeOf(a) - placeOf(b))
  if (Array.isArray(value)) return value.map((item) => sortValue(item, places))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, sortValue(member, places)]),
  )
}
