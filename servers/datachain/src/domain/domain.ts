import type { Catalogue } from '../catalogue/create-catalogue.ts'
import type { Documents } from '../documents/create-documents.ts'
import type { Example } from '../documents/create-example.ts'
import type { Icons } from '../icons/create-icons.ts'
import type { SchemaVersion } from '../model/index.ts'
import type { ElementSearch } from '../search/create-element-search.ts'

/** What the tools of one server share. */
export interface Domain {
  readonly catalogue: Catalogue
  readonly search: ElementSearch
  readonly documents: Documents
  readonly iconsOf: (version: SchemaVersion) => Icons
  /** Absent where it would be of a version that is not served. */
  readonly example?: Example
}
