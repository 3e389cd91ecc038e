import { isRecord } from '../json/json.ts'

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
 * Marks an argument that takes parameters. Its parameter set checks it, because that knows better
 * than its JSON Schema what is wrong.
 */
export const parametersKeyword = 'x-parameters'

/** Returns the types that a schema names at its root, as an array. */
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
 * Returns the schema with every direct subschema replaced. `change` gets the key of a subschema
 * that has one; data such as `default` and `enum` is left alone.
 */
export function mapSubschemas(
  schema: JsonSchema,
  change: (subschema: JsonSchema, key?: string) => JsonSchema,
): JsonSchema {
  const changeAny = (one: unknown, key?: string) => {
    if (!isSchemaObject(one)) return one
    return change(one, key)
  }
  const changed: Record<string, unknown> = { ...schema }
  for (const keyword of schemaMaps) {
    const map = schema[keyword]
    if (!isRecord(map)) continue
    const entries = Object.entries(map).map(([key, one]) => [key, changeAny(one, key)])
    changed[keyword] = Object.fromEntries(entries)
  }
  for (const keyword of schemaLists) {
    const list = schema[keyword]
    if (Array.isArray(list)) changed[keyword] = list.map((one) => changeAny(one))
  }
  for (const keyword of schemaMembers) {
    const member = schema[keyword]
    if (isSchemaObject(member)) changed[keyword] = change(member)
  }
  return changed
}

/** True for a schema that is an object; schemas may also be true or false. */
const isSchemaObject = (value: unknown): value is JsonSchema => isRecord(value)

/** Returns the schema that a `$ref` points at; undefined if it is not in this document. */
export function resolveRef(root: JsonSchema, ref: string): JsonSchema | undefined {
  if (ref === '#') return root
  if (!ref.startsWith('#/')) return undefined
  let target: unknown = root
  for (const part of ref.slice(2).split('/')) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, key))
      return undefined
    // The cast reads one own property that the line above has shown to exist.
    target = (target as Record<string, unknown>)[key]
  }
  return isSchemaObject(target) ? target : undefined
}

/** Returns the schema with its references changed, for a document that has it at `base`. */
export function rebaseRefs(schema: JsonSchema, base: string): JsonSchema {
  const change = (one: JsonSchema): JsonSchema => {
    const mapped = mapSubschemas(one, change)
    if (typeof one.$ref !== 'string' || !one.$ref.startsWith('#')) return mapped
    return { ...mapped, $ref: base + one.$ref.slice(1) }
  }
  return change(schema)
}

/**
 * Returns the schema that `around` makes of another one, without its `$schema`. If the inner schema
 * has references, it becomes the definition `name` of the outer one.
 */
export function embedJsonSchema(
  inner: JsonSchema,
  name: string,
  around: (schema: JsonSchema) => JsonSchema,
): JsonSchema {
  const { $schema: _, ...schema } = inner
  if (!JSON.stringify(schema).includes('"$ref"')) return around(schema)
  const $ref = `#/$defs/${name}`
  return { ...around({ $ref }), $defs: { [name]: rebaseRefs(schema, $ref) } }
}

/** Returns the schema itself, or the target of its reference. */
export function deref(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let target = schema
  for (let hops = 0; typeof target.$ref === 'string' && hops < 16; hops++)
    target = resolveRef(root, target.$ref) ?? {}
  return target
}

/** Returns the JSON type of a value. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}

/** Returns every JSON type that a schema accepts at its root; `any` if it does not say. */
export function acceptedTypes(schema: JsonSchema, root: JsonSchema): ReadonlySet<string> {
  const target = deref(schema, root)
  const types = typesOf(target)
  if (types.length > 0) return new Set(types)
  if (target.const !== undefined) return new Set([typeOf(target.const)])
  if (target.enum !== undefined) return new Set(target.enum.map(typeOf))
  const branches = target.anyOf ?? target.oneOf ?? target.allOf
  if (branches === undefined) return new Set([target.properties === undefined ? 'any' : 'object'])
  return new Set(branches.flatMap((branch) => [...acceptedTypes(branch, root)]))
}

/** The rules of a schema for the properties of an object. */
export interface ObjectView {
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required: readonly string[]
  /** True if properties that are not named are not accepted. */
  readonly closed: boolean
  /** The schema of properties that are not named. */
  readonly rest?: JsonSchema | undefined
}

const combinators = ['anyOf', 'oneOf', 'if', 'patternProperties', 'unevaluatedProperties'] as const

/**
 * An object schema that names properties and says nothing of others is closed: the framework's rule
 * for unknown keys.
 */
export const isClosedBySilence = (schema: JsonSchema): boolean =>
  schema.additionalProperties === undefined &&
  schema.properties !== undefined &&
  combinators.every((keyword) => schema[keyword] === undefined)

/** Returns the rules of a schema for properties, those of its `allOf` parts included. */
export function viewObject(schema: JsonSchema, root: JsonSchema): ObjectView {
  const own = viewOwn(schema)
  if (schema.allOf === undefined) return own
  const parts = schema.allOf.map((part) => viewObject(deref(part, root), root))
  const all = [...parts, own]
  const isOwnClosed =
    own.closed || schema.properties === undefined || schema.unevaluatedProperties === false
  return {
    properties: Object.fromEntries(all.flatMap((part) => Object.entries(part.properties))),
    required: [...new Set(all.flatMap((part) => part.required))],
    closed: isOwnClosed && parts.every((part) => part.closed),
  }
}

function viewOwn(schema: JsonSchema): ObjectView {
  const { properties = {}, required = [], additionalProperties } = schema
  return {
    properties,
    required,
    closed: additionalProperties === false || isClosedBySilence(schema),
    rest: typeof additionalProperties === 'object' ? additionalProperties : undefined,
  }
}
