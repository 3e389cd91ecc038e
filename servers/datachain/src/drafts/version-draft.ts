import type {
  Category,
  DatachainType,
  ElementFile,
  IconSymbol,
  LocalizedText,
  Manifest,
} from '../model/index.ts'

/** A version as its files describe it, before any rule has run. */
export interface VersionDraft {
  readonly manifest: Manifest
  readonly datachainType: DatachainType
  readonly categories: readonly Filed<Category>[]
  readonly elements: readonly Filed<ElementFile>[]
  readonly symbols: readonly IconSymbol[]
}

/** The content of a file, and the file's name. */
export interface Filed<T> {
  readonly file: string
  readonly content: T
}

/** A part of a version, and its place there. */
export interface Placed<T> {
  readonly path: string
  readonly item: T
}

/** A text of a version; a needed one must not be empty. */
export interface PlacedText extends Placed<LocalizedText> {
  readonly isNeeded: boolean
}
