import type { Category } from './category.ts'
import type { DatachainType } from './datachain-type.ts'
import type { Element } from './element.ts'
import type { Manifest } from './manifest.ts'

/** A drawing in a 36 × 36 box, in `currentColor`: the whole text of its file. */
export interface IconSymbol {
  readonly id: string
  readonly svg: string
}

/** A version as it is served: complete, checked and indexed. */
export interface SchemaVersion {
  readonly manifest: Manifest & { readonly content_hash: string }
  readonly datachainType: DatachainType
  /** In the order of the datachain type. */
  readonly categories: readonly Category[]
  /** By category, then by id. */
  readonly elements: readonly Element[]
  readonly symbols: ReadonlyMap<string, IconSymbol>
  readonly categoryById: ReadonlyMap<string, Category>
  readonly elementById: ReadonlyMap<string, Element>
}
