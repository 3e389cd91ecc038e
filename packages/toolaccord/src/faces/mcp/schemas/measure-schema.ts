import { type JsonSchema, mapSubschemas, typesOf } from '../../../schema/json-schema.ts'

/** How large a schema is, as hosts count it. */
export interface SchemaSize {
  /** Levels of objects and arrays. */
  readonly depth: number
  readonly properties: number
  /** Values of `enum`, all together. */
  readonly choices: number
}

/** Measures a schema; a definition counts once, however often it is referred to. */
export function measureSchema(schema: JsonSchema): SchemaSize {
  let depth = 0
  let properties = Object.keys(schema.properties ?? {}).length
  let choices = schema.enum?.length ?? 0
  forEachSubschema(schema, (one) => {
    const inside = measureSchema(one)
    depth = Math.max(depth, inside.depth)
    properties += inside.properties
    choices += inside.choices
  })
  const types = typesOf(schema)
  const isLevel = types.includes('object') || types.includes('array')
  return { depth: depth + (isLevel ? 1 : 0), properties, choices }
}

/** Calls a function for every direct subschema, with its key if it has one. */
export function forEachSubschema(
  schema: JsonSchema,
  visit: (subschema: JsonSchema, key?: string) => void,
): void {
  mapSubschemas(schema, (one, key) => {
    visit(one, key)
    return one
  })
}
