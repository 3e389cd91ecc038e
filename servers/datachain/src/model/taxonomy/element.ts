import * as z from 'zod'
import type { Frozen } from '../fields/frozen.ts'
import { Id } from '../fields/id.ts'
import { listOf } from '../fields/list-of.ts'
import { LocalizedText } from '../fields/localized-text.ts'
import { wellFormed } from '../fields/well-formed.ts'
import { Shape } from './category.ts'
import { Context } from './context.ts'
import { explained } from './explained.ts'
import { Variable } from './variable.ts'

const written = {
  id: Id,
  category_id: Id,
  title: LocalizedText,
  /** Texts may contain `{{variable}}`. */
  description: LocalizedText,
  ...explained,
  /** Replaces the context of the category. */
  context: Context.optional(),
}

/** A possible answer, as it is written in its file. */
export const ElementFile = z.strictObject({ ...written, symbol_id: Id })

const materialised = {
  variables: listOf(Variable).default([]),
  icon_variants: listOf(wellFormed(z.string().max(160)), 500).default([]),
}

/** A possible answer, with the properties that it has from its category. */
export const Element = z.strictObject({ ...ElementFile.shape, ...materialised, shape: Shape })

/** An element that an AI proposes and that no version has; it may have no symbol yet. */
export const SuggestedElement = z.strictObject({
  ...written,
  ...materialised,
  symbol_id: Id.optional(),
  shape: Shape.optional(),
})

/** The file of an element, as it was parsed. */
export type ElementFile = Frozen<z.infer<typeof ElementFile>>
/** An element, as it was parsed. */
export type Element = Frozen<z.infer<typeof Element>>
/** A suggested element, as it was parsed. */
export type SuggestedElement = Frozen<z.infer<typeof SuggestedElement>>
