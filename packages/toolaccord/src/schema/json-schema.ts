/** A JSON Schema 2020-12 object, as far as the framework reads it. */
export interface JsonSchema {
  readonly $schema?: string
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly items?: boolean | JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly [keyword: string]: unknown
}

/**
 * Marks an argument that takes parameters: it is checked by its parameter set, which knows better
 * than its JSON Schema what is wrong.
 */
export const parametersKeyword = 'x-parameters'

/** The types that a schema names at its root, as a list. */
export const typesOf = (schema: JsonSchema): readonly string[] =>
  typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])

const schemaMaps = ['properties', '$defs', 'patternProperties', 'dependentSchemas'] as const
const schemaLists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const schemaMembers = [
  'additionalProperties',
  'items',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
] as const

/**
 * The same schema with every direct subschema replaced, each told by its key where it has one; data
 * such as `default` and `enum` is left alone.
 */
export function mapSubschemas(
  schema: JsonSchema,
  change: (subschema: JsonSchema, key?: string) => JsonSchema,
): JsonSchema {
  const changed: Record<string, unknown> = { ...schema }
  for (const keyword of schemaMaps) {
    const map = schema[keyword]
    if (isObject(map))
      changed[keyword] = Object.fromEntries(
        Object.entries(map).map(([key, one]) => [key, isObject(one) ? change(one, key) : one]),
      )
  }
  for (const keyword of schemaLists) {
    const list = schema[keyword]
    if (Array.isArray(list))
      changed[keyword] = list.map((one) => (isObject(one) ? change(one) : one))
  }
  for (const keyword of schemaMembers) {
    const member = schema[keyword]
    if (isObject(member)) changed[keyword] = change(member)
  }
  return changed
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a `$ref` inside a document points at; undefined for one that points elsewhere. */
export function resolveRef(root: JsonSchema, ref: string): JsonSchema | undefined {
  if (ref === '#') return root
  if (!ref.startsWith('#/')) return undefined
  let target: unknown = root
  for (const part of ref.slice(2).split('/')) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, key))
      return undefined
    // The cast reads one own member that the line above has shown to exist.
    target = (target as Record<string, unknown>)[key]
  }
  return isObject(target) ? target : undefined
}

/** The schema with every reference in it pointing into another place of a larger document. */
export function rebaseRefs(schema: JsonSchema, base: string): JsonSchema {
  const change = (one: JsonSchema): JsonSchema => {
    const mapped = mapSubschemas(one, change)
    return typeof one.$ref === 'string' && one.$ref.startsWith('#')
      ? { ...mapped, $ref: base + one.$ref.slice(1) }
      : mapped
  }
  return change(schema)
}

/**
 * Makes a schema fit to stand inside another: its references are moved along, its `$schema` is
 * dropped.
 */
export function embedSchema(
  schema: JsonSchema,
  name: string,
): { readonly schema: JsonSchema; readonly $defs?: Record<string, JsonSchema> } {
  const { $schema: _, ...rest } = schema
  if (!JSON.stringify(rest).includes('"$ref"')) return { schema: rest }
  return {
    schema: { $ref: `#/$defs/${name}` },
    $defs: { [name]: rebaseRefs(rest, `#/$defs/${name}`) },
  }
}
