import * as z from 'zod'
import { fields } from '../fields/fields.ts'
import type { Frozen } from '../fields/frozen.ts'
import { Id } from '../fields/id.ts'
import { listOf } from '../fields/list-of.ts'
import { LocalizedText } from '../fields/localized-text.ts'
import { SourceRef } from '../fields/source-ref.ts'
import { wellFormed } from '../fields/well-formed.ts'

/** The value of a variable: texts, or the ids of chosen options. */
export const VariableValue = z.strictObject({
  id: Id,
  value: z.union([LocalizedText, listOf(fields.name)], {
    error: 'an array of {locale, value}, or an array of option ids',
  }),
})

/** Something a reader can do; the target is an address, a number or, for postal, free text. */
export const Action = z.strictObject({
  type: z.enum(['email', 'url', 'phone', 'form', 'postal']),
  label: LocalizedText,
  target: wellFormed(z.string().min(1).max(2_000)),
})

/** One element put into a datachain. */
export const Placement = z.strictObject({
  element_id: fields.name,
  /** 0 comes first. */
  priority: z.int().default(0),
  /** The id of a context value. */
  context_type_id: fields.name.optional(),
  variables: listOf(VariableValue).default([]),
  subchain_instance_id: fields.name.optional(),
  element_instance_id: Id.optional(),
  actions: listOf(Action, 50).default([]),
  sources: listOf(SourceRef).default([]),
})

/** The value of a variable, as it was parsed. */
export type VariableValue = Frozen<z.infer<typeof VariableValue>>
/** An action, as it was parsed. */
export type Action = Frozen<z.infer<typeof Action>>
/** A placement, as it was parsed. */
export type Placement = Frozen<z.infer<typeof Placement>>
