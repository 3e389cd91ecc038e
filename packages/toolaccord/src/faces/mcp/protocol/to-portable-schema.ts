import { type JsonSchema, mapSubschemas } from '../../../schema/json-schema.ts'

/**
 * The schema in a form that clients accept which read it by draft-07, as the official one does:
 * there `prefixItems` means nothing and `items` holds for every item, so that the `items: false` of
 * a tuple would refuse each of them.
 */
export function toPortableSchema(schema: JsonSchema): JsonSchema {
  const { items, ...rest } = mapSubschemas(schema, toPortableSchema)
  const { prefixItems, maxItems = Infinity } = rest
  if (prefixItems === undefined) return items === undefined ? rest : { ...rest, items }
  if (items === false) return { ...rest, maxItems: Math.min(maxItems, prefixItems.length) }
  return typeof items === 'object' ? { ...rest, items: { anyOf: [...prefixItems, items] } } : rest
}
