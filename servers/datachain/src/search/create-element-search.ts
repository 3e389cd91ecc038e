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
 * Makes a search that indexes each language of a version when it is first asked for; an element
 * that lacks the language is found by its fallback.
 */
export function createElementSearch(): ElementSearch {
  const indexes = new WeakMap<SchemaVersion, Map<string, SearchIndex>>()
  return (version, locale, query) => {
    const ofVersion = indexes.get(version) ?? new Map<string, SearchIndex>()
    indexes.set(version, ofVersion)
    // Only languages of the version are kept, because callers may name any.
    const { locales } = version.manifest
    const known = locales.includes(locale)
      ? locale
      : locales.includes('en')
        ? 'en'
        : (locales[0] ?? 'en')
    const index =
      ofVersion.get(known) ??
      createSearchIndex(version.elements.map((element) => toDocument(element, known)))
    ofVersion.set(known, index)
    return index.search(query).flatMap((id) => version.elementById.get(id) ?? [])
  }
}

const toDocument = ({ id, title, description }: Element, locale: string) => ({
  id,
  title: pickText(title, locale)?.value ?? '',
  description: pickText(description, locale)?.value ?? '',
})
