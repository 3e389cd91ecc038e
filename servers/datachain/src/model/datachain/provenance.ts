import * as z from 'zod'
import { fields } from '../fields/fields.ts'
import type { Frozen } from '../fields/frozen.ts'
import { listOf } from '../fields/list-of.ts'

const quotation = z.strictObject({ quote: fields.prose.min(1), context: fields.prose.optional() })

/** Why an AI chose an element, and the words that it relied on. */
export const ElementProvenance = z.strictObject({
  rationale: fields.prose.optional(),
  confidence: z.enum(['high', 'medium', 'low']).optional(),
  source_references: listOf(quotation).default([]),
  /** By variable id. */
  variable_rationale: z.record(fields.key, fields.prose).default({}),
})

/** Who wrote a datachain. */
export const AuthoringProvenance = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('human') }),
  z.strictObject({
    kind: z.literal('ai_generated'),
    model: fields.line.optional(),
    generated_at: fields.timestamp.optional(),
    /** By element instance id, or by the id of an element that is placed once. */
    element_provenance: z.record(fields.key, ElementProvenance).default({}),
  }),
])

/** The provenance of an element, as it was parsed. */
export type ElementProvenance = Frozen<z.infer<typeof ElementProvenance>>
