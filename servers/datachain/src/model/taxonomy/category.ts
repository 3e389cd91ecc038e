import * as z from 'zod'
import type { Frozen } from '../fields/frozen.ts'
import { Id } from '../fields/id.ts'
import { listOf } from '../fields/list-of.ts'
import { LocalizedText } from '../fields/localized-text.ts'
import { Context } from './context.ts'
import { explained } from './explained.ts'
import { Variable } from './variable.ts'

/** The outline of the icons of a category. */
export const Shape = z.enum(['hexagon', 'circle', 'rounded-square', 'octagon'])

/** A question that a datachain answers. */
export const Category = z.strictObject({
  id: Id,
  name: LocalizedText,
  description: LocalizedText,
  prompt: LocalizedText.default([]),
  ...explained,
  required: z.boolean(),
  order: z.int().min(0),
  datachain_type: Id,
  shape: Shape,
  element_variables: listOf(Variable).default([]),
  element_context: Context.optional(),
})

/** The name of a shape. */
export type Shape = z.infer<typeof Shape>
/** A category, as it was parsed. */
export type Category = Frozen<z.infer<typeof Category>>
