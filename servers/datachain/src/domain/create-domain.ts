import type { Archive } from 'toolaccord/archive'
import type { Catalogue } from '../catalogue/create-catalogue.ts'
import { createDocuments } from '../documents/create-documents.ts'
import { createExample } from '../documents/create-example.ts'
import { type Icons, createIcons } from '../icons/create-icons.ts'
import type { SchemaVersion } from '../model/index.ts'
import { createElementSearch } from '../search/create-element-search.ts'
import type { Domain } from './domain.ts'

/** Creates the domain of one server; two domains share nothing but what they are given. */
export function createDomain(
  catalogue: Catalogue,
  archive: Archive | undefined,
  example: unknown,
): Domain {
  const iconsOf = createIconsByVersion()
  return {
    catalogue,
    search: createElementSearch(),
    documents: createDocuments(archive),
    iconsOf,
    example: example === undefined ? undefined : createExample(example, catalogue, iconsOf),
  }
}

/** The icons of each version, created at their first use. */
function createIconsByVersion(): Domain['iconsOf'] {
  const icons = new WeakMap<SchemaVersion, Icons>()
  return (version) => {
    const known = icons.get(version)
    if (known !== undefined) return known
    const created = createIcons(version.symbols)
    icons.set(version, created)
    return created
  }
}
