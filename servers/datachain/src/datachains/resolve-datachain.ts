import type { Datachain, Element, ResolvedDatachain, SchemaVersion } from '../model/index.ts'
import { sortById } from '../model/sort-by-id.ts'
import { sortLocales } from '../texts/sort-locales.ts'

/**
 * Adds to a datachain what it refers to: its type, the elements it places, their categories and
 * every required category.
 */
export function resolveDatachain(datachain: Datachain, version: SchemaVersion): ResolvedDatachain {
  const placed = findPlaced(datachain, version)
  const used = new Set(placed.map(({ category_id }) => category_id))
  const categories = version.categories.filter(({ id, required }) => required || used.has(id))
  const snapshot = {
    datachain_type: version.datachainType,
    categories: sortById(categories),
    elements: sortById(placed),
  }
  return {
    ...datachain,
    schema_snapshot: sortLocales(snapshot, version.manifest.locales),
    suggested_elements: [],
  }
}

/** The elements that a datachain places, each once. */
function findPlaced({ elements }: Datachain, { elementById }: SchemaVersion): readonly Element[] {
  const ids = new Set(elements.map(({ element_id }) => element_id))
  return [...ids].flatMap((id) => elementById.get(id) ?? [])
}
