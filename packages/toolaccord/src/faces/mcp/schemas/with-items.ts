import { describeSchema } from '../../../schema/describe-schema.ts'
import { type JsonSchema, typesOf } from '../../../schema/json-schema.ts'

/**
 * Gives every array one schema for its items. OpenAI and Gemini refuse the whole request for an
 * array without `items` (NousResearch/hermes-agent#77617), and VS Code the tool
 * (microsoft/vscode#248810). In draft-07, which the official client reads, `prefixItems` means
 * nothing and `items: false` refuses every item.
 *
 * @param schema With its subschemas as they will be shown.
 * @param written The items of a tuple as they were written, for words about their order.
 */
export function withItems(
  schema: JsonSchema,
  written: readonly JsonSchema[] | undefined,
  root: JsonSchema,
): JsonSchema {
  const { prefixItems, items, ...rest } = schema
  if (prefixItems !== undefined) return fromTuple(schema, prefixItems, describeOrder(written, root))
  if (items === false) return { ...rest, maxItems: 0, items: {} }
  const isBare = items === undefined && typesOf(schema).includes('array')
  if (isBare || items === true) return { ...rest, items: {} }
  return schema
}

function fromTuple(
  schema: JsonSchema,
  first: readonly JsonSchema[],
  order: string | undefined,
): JsonSchema {
  const { prefixItems: _, items, ...rest } = schema
  const { maxItems = Infinity, description } = rest
  const isClosed = items === false || maxItems <= first.length
  const made: Record<string, unknown> = { ...rest, items: {} }
  if (isClosed) {
    made.maxItems = Math.min(maxItems, first.length)
    made.items = toCommon(first)
  } else if (typeof items === 'object') made.items = toCommon([...first, items])
  if (order !== undefined) made.description = description ? `${description} ${order}` : order
  return made
}

/** The schema that all items share, or a union of the different ones. */
function toCommon(items: readonly JsonSchema[]): JsonSchema {
  const [one = {}, ...others] = distinct(items)
  if (others.length === 0) return one
  const [bare = {}, ...more] = distinct(items.map(withoutWords))
  return more.length === 0 ? bare : { anyOf: [bare, ...more] }
}

const distinct = (schemas: readonly JsonSchema[]): JsonSchema[] => [
  ...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values(),
]

function withoutWords({ title: _title, description: _description, ...schema }: JsonSchema) {
  return schema
}

/** Says what stands at each place of a tuple; undefined if it is the same at each. */
function describeOrder(
  items: readonly JsonSchema[] | undefined,
  root: JsonSchema,
): string | undefined {
  if (items === undefined || distinct(items).length < 2) return undefined
  const places = items.map(
    (item) => item.title ?? item.description?.replace(/\.$/, '') ?? describeSchema(item, root),
  )
  return `In this order: ${places.join('; ')}.`
}
