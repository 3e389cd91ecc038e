import type { Catalogue } from '../catalogue/create-catalogue.ts'
import type { Documents } from '../documents/create-documents.ts'
import type { Example } from '../documents/create-example.ts'
import type { Icons } from '../icons/create-icons.ts'
import type { SchemaVersion } from '../model/index.ts'
import type { ElementSearch } from '../search/create-element-search.ts'

/** Everything that the tools and resources of one server share. */
export interface Domain {
  readonly catalogue: Catalogue
  readonly search: ElementSearch
  readonly documents: Documents
  readonly iconsOf: (version: SchemaVersion) => Icons
  /** Undefined if there is no example, or its version is not served. */
  readonly example?: Example | undefined
}
