import { type JsonSchema, mapSubschemas } from '../../../schema/json-schema.ts'

/**
 * The schema in a form that clients of draft-07 accept too, the official one among them. In
 * draft-07 `prefixItems` means nothing, so the `items: false` of a tuple would refuse every item.
 */
export function toPortableSchema(schema: JsonSchema): JsonSchema {
  const { items, ...rest } = mapSubschemas(schema, toPortableSchema)
  const { prefixItems, maxItems = Infinity } = rest
  if (prefixItems === undefined) return items === undefined ? rest : { ...rest, items }
  if (items === false) return { ...rest, maxItems: Math.min(maxItems, prefixItems.length) }
  if (typeof items !== 'object') return rest
  return { ...rest, items: { anyOf: [...prefixItems, items] } }
}
