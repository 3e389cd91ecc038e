import * as z from 'zod'
import type { Frozen } from '../fields/frozen.ts'
import { Id } from '../fields/id.ts'
import { listOf } from '../fields/list-of.ts'
import { Locale, LocalizedText } from '../fields/localized-text.ts'
import { SourceRef } from '../fields/source-ref.ts'

/** A part of a datachain that may occur several times, such as one flow of data. */
export const Subchain = z.strictObject({ id: Id, name: LocalizedText, categories: listOf(Id) })

/** A kind of system that datachains describe. */
export const DatachainType = z.strictObject({
  id: Id,
  name: LocalizedText,
  description: LocalizedText.default([]),
  /** In the order in which they are shown. */
  categories: listOf(Id).min(1),
  subchains: listOf(Subchain).default([]),
  locales: listOf(Locale, 50).min(1),
  sources: listOf(SourceRef).default([]),
})

/** A subchain, as it was parsed. */
export type Subchain = Frozen<z.infer<typeof Subchain>>
/** A datachain type, as it was parsed. */
export type DatachainType = Frozen<z.infer<typeof DatachainType>>
