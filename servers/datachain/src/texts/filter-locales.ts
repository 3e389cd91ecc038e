import { isLocalizedValue } from './is-localized-value.ts'

/** The same value with every text in it cut to some languages; without languages, as it is. */
export function filterLocales<T>(value: T, locales: readonly string[] | undefined): T {
  if (locales === undefined) return value
  // The cast holds because only items of arrays are left out.
  return filterValue(value, new Set(locales)) as T
}

function filterValue(value: unknown, locales: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return filterItems(value, locales)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, filterValue(member, locales)]),
  )
}

function filterItems(items: readonly unknown[], locales: ReadonlySet<string>): readonly unknown[] {
  const kept: unknown[] = []
  for (const item of items) {
    if (!isLocalizedValue(item)) kept.push(filterValue(item, locales))
    else if (locales.has(item.locale)) kept.push(item)
  }
  return kept
}
