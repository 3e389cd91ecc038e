import * as z from 'zod'
import {
  Category,
  Datachain,
  DatachainType,
  Element,
  Manifest,
  ResolvedDatachain,
  Variable,
} from './index.ts'

const emit = (schema: z.ZodType): Readonly<Record<string, unknown>> =>
  z.toJSONSchema(schema, { io: 'input', reused: 'ref', target: 'draft-2020-12' })

/** The schemas of versions and datachains as JSON Schema 2020-12, for those who write them. */
export const toJsonSchemas = () => ({
  manifest: emit(Manifest),
  datachain_type: emit(DatachainType),
  category: emit(Category),
  variable: emit(Variable),
  element: emit(Element),
  datachain: emit(Datachain),
  resolved_datachain: emit(ResolvedDatachain),
})
