import type { JsonSchema } from 'toolaccord'
import * as z from 'zod'

// A cache of pure results keyed by identity: sharing it between servers shares no state.
const cache = new WeakMap<z.ZodType, JsonSchema>()

/** Returns a schema as JSON Schema 2020-12, for those who write what it accepts. */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  let made = cache.get(schema)
  if (made === undefined) {
    // The cast names what the library emits: a JSON Schema.
    made = z.toJSONSchema(schema, {
      io: 'input',
      reused: 'ref',
      target: 'draft-2020-12',
    }) as JsonSchema
    cache.set(schema, made)
  }
  return made
}
