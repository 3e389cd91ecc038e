import * as z from 'zod'
import type { Frozen } from '../fields/frozen.ts'
import { listOf } from '../fields/list-of.ts'
import { Category } from '../taxonomy/category.ts'
import { DatachainType } from '../taxonomy/datachain-type.ts'
import { Element, SuggestedElement } from '../taxonomy/element.ts'
import { Datachain } from './datachain.ts'

/** The part of a version that a datachain needs to be read without it. */
export const SchemaSnapshot = z.strictObject({
  datachain_type: DatachainType,
  categories: listOf(Category),
  elements: listOf(Element, 500),
})

/** A datachain together with everything that it refers to. */
export const ResolvedDatachain = z.strictObject({
  ...Datachain.shape,
  schema_snapshot: SchemaSnapshot,
  suggested_elements: listOf(SuggestedElement).default([]),
})

/** A resolved datachain, as it was parsed. */
export type ResolvedDatachain = Frozen<z.infer<typeof ResolvedDatachain>>
