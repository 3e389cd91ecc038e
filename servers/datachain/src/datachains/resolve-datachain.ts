import type { Datachain, Element, ResolvedDatachain, SchemaVersion } from '../model/index.ts'
import { sortLocales } from '../texts/sort-locales.ts'

/**
 * A datachain with what it refers to: its type, the elements it places, their categories and every
 * required one.
 */
export function resolveDatachain(
  datachain: Datachain,
  { manifest, datachainType, categories, elementById }: SchemaVersion,
): ResolvedDatachain {
  const placed = new Map(
    datachain.elements.flatMap(({ element_id }): [string, Element][] => {
      const element = elementById.get(element_id)
      return element === undefined ? [] : [[element_id, element]]
    }),
  )
  const used = new Set([...placed.values()].map(({ category_id }) => category_id))
  const snapshot = {
    datachain_type: datachainType,
    categories: byId(categories.filter(({ id, required }) => required || used.has(id))),
    elements: byId([...placed.values()]),
  }
  return {
    ...datachain,
    schema_snapshot: sortLocales(snapshot, manifest.locales),
    suggested_elements: [],
  }
}

const byId = <Item extends { readonly id: string }>(items: readonly Item[]): readonly Item[] =>
  items.toSorted((a, b) => (a.id < b.id ? -1 : 1))
