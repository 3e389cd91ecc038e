import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import { isRecord } from '../json/json.ts'
import { type JsonSchema, resolveRef } from './json-schema.ts'
import { withDefaults } from './with-defaults.ts'

/**
 * Any Standard Schema that can be converted to JSON Schema: those of Zod and ArkType as they are,
 * those of Valibot through its converter.
 */
export interface Schema<Input = unknown, Output = Input> {
  readonly '~standard': StandardSchemaV1.Props<Input, Output> &
    StandardJSONSchemaV1.Props<Input, Output>
  /** True if clients are shown the JSON Schema as its author wrote it. */
  readonly verbatim?: boolean | undefined
}

/**
 * The type that a caller gives.
 *
 * @example
 *   const Limit = z.object({ limit: z.int().default(10) })
 *   const given: InputOf<typeof Limit> = {}
 */
export type InputOf<S extends Schema> = NonNullable<S['~standard']['types']>['input']

/**
 * The type that comes out of parsing.
 *
 * @example
 *   const Limit = z.object({ limit: z.int().default(10) })
 *   const parsed: OutputOf<typeof Limit> = { limit: 10 }
 */
export type OutputOf<S extends Schema> = NonNullable<S['~standard']['types']>['output']

/** The type that a tool returns; nothing writes into it, so literals and readonly data fit. */
export type DataOf<S extends Schema> = DeepReadonly<InputOf<S>>

type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T

/** The side of a schema: before or after parsing. */
export type Side = 'input' | 'output'

/** True if a value is a Standard Schema; those of ArkType are functions. */
export const isSchema = (value: unknown): value is Schema =>
  (typeof value === 'function' || isRecord(value)) && '~standard' in value

// A cache of pure results keyed by identity: sharing it between servers shares no state.
const converted: Record<Side, WeakMap<Schema, JsonSchema>> = {
  input: new WeakMap(),
  output: new WeakMap(),
}

/** Returns the JSON Schema of one side of a schema; each schema is converted once. */
export function toJsonSchema(schema: Schema, side: Side): JsonSchema {
  const known = converted[side].get(schema)
  if (known !== undefined) return known
  const convert = schema['~standard'].jsonSchema
  if (convert === undefined) throw new TypeError(missingConverter(schema['~standard'].vendor))
  const written = withoutDialect(inlineRoot(convert[side]({ target: 'draft-2020-12' })), schema)
  const made = side === 'input' ? withDefaults(written, schema) : written
  converted[side].set(schema, made)
  return made
}

/** Libraries write the root of a recursive schema as a reference; clients look for its type. */
function inlineRoot(schema: JsonSchema): JsonSchema {
  const { $ref, ...rest } = schema
  if ($ref === undefined) return schema
  return { ...rest, ...resolveRef(schema, $ref) }
}

/**
 * Libraries write `$schema` on every schema; it says what MCP takes for granted. One that an author
 * wrote by hand is left.
 */
function withoutDialect(made: JsonSchema, { '~standard': { vendor } }: Schema): JsonSchema {
  if (vendor === 'toolaccord') return made
  const { $schema: _, ...schema } = made
  return schema
}

function missingConverter(vendor: string): string {
  if (vendor === 'valibot')
    return (
      'a Valibot schema gives JSON Schema through toStandardJsonSchema() ' +
      'of @valibot/to-json-schema; wrap it'
    )
  if (vendor === 'zod')
    return 'this Zod is older than 4.2 and gives no JSON Schema through Standard Schema; upgrade it'
  return (
    `the ${vendor} schema gives no JSON Schema; ` +
    'use a library that implements Standard JSON Schema, or toolaccord/json-schema'
  )
}
