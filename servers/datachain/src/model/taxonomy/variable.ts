import * as z from 'zod'
import type { Frozen } from '../fields/frozen.ts'
import { Id } from '../fields/id.ts'
import { listOf } from '../fields/list-of.ts'
import { LocalizedText } from '../fields/localized-text.ts'
import { SourceRef } from '../fields/source-ref.ts'
import { Example } from './explained.ts'

/** One option of a variable that has a fixed set of options. */
export const VariableOption = z.strictObject({
  id: Id,
  name: LocalizedText,
  description: LocalizedText.default([]),
  /** Element ids. */
  applies_to: listOf(Id).min(1),
  guidance: LocalizedText.default([]),
  examples: listOf(Example).default([]),
  sources: listOf(SourceRef).default([]),
})

/** A detail that a placement must or may give beside its element. */
export const Variable = z.strictObject({
  id: Id,
  label: LocalizedText,
  required: z.boolean().default(false),
  kind: z.enum(['localized_text', 'multi_select_enum']).default('localized_text'),
  /** Empty unless the kind is multi_select_enum. */
  options: listOf(VariableOption).default([]),
  sources: listOf(SourceRef).default([]),
})

/** A variable, as it was parsed. */
export type Variable = Frozen<z.infer<typeof Variable>>
