import {
  Category,
  Datachain,
  DatachainType,
  Element,
  Manifest,
  ResolvedDatachain,
  Variable,
} from './index.ts'
import { toJsonSchema } from './to-json-schema.ts'

/** The schemas of versions and datachains as JSON Schema 2020-12, for those who write them. */
export const toJsonSchemas = () => ({
  manifest: toJsonSchema(Manifest),
  datachain_type: toJsonSchema(DatachainType),
  category: toJsonSchema(Category),
  variable: toJsonSchema(Variable),
  element: toJsonSchema(Element),
  datachain: toJsonSchema(Datachain),
  resolved_datachain: toJsonSchema(ResolvedDatachain),
})
