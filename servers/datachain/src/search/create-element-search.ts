import type { Element, SchemaVersion } from '../model/index.ts'
import { pickText } from '../texts/pick-text.ts'
import { type SearchIndex, createSearchIndex } from './create-search-index.ts'

/** Finds elements of a version by words of a language. */
export type ElementSearch = (
  version: SchemaVersion,
  locale: string,
  query: string,
) => readonly Element[]

/**
 * Creates a search that indexes each language of a version at its first use. An element that has no
 * text in the language is found by the text that is shown instead.
 */
export function createElementSearch(): ElementSearch {
  const indexes = new WeakMap<SchemaVersion, Map<string, SearchIndex>>()
  return (version, locale, query) => {
    const ofVersion = indexes.get(version) ?? new Map<string, SearchIndex>()
    indexes.set(version, ofVersion)
    const indexed = toIndexedLocale(locale, version.manifest.locales)
    const index = ofVersion.get(indexed) ?? createIndex(version, indexed)
    ofVersion.set(indexed, index)
    return index.search(query).flatMap((id) => version.elementById.get(id) ?? [])
  }
}

/** Only languages of the version have an index, because callers may name any language. */
function toIndexedLocale(asked: string, locales: readonly string[]): string {
  if (locales.includes(asked)) return asked
  if (locales.includes('en')) return 'en'
  return locales[0] ?? 'en'
}

const createIndex = (version: SchemaVersion, locale: string): SearchIndex =>
  createSearchIndex(version.elements.map((element) => toDocument(element, locale)))

const toDocument = ({ id, title, description }: Element, locale: string) => ({
  id,
  title: pickText(title, locale)?.value ?? '',
  description: pickText(description, locale)?.value ?? '',
})
