import { isRecord } from '../json/json.ts'
import type { JsonSchema } from './json-schema.ts'

/** A schema, with its own form if it is one of ArkType. */
interface Described {
  readonly '~standard': { readonly vendor: string }
  readonly json?: unknown
}

/**
 * Adds the defaults of arguments that ArkType leaves out of its JSON Schema. They are in its own
 * form, as `{ optional: [{ key, default }] }`; other libraries write them themselves.
 */
export function withDefaults(made: JsonSchema, schema: Described): JsonSchema {
  if (schema['~standard'].vendor !== 'arktype') return made
  const properties = { ...made.properties }
  for (const { key, default: value } of optionalsOf(schema)) {
    const property = typeof key === 'string' ? properties[key] : undefined
    if (property === undefined || value === undefined || isFunctionName(value)) continue
    properties[String(key)] = { ...property, default: value }
  }
  return { ...made, properties }
}

interface Optional {
  readonly key?: unknown
  readonly default?: unknown
}

function optionalsOf({ json }: Described): readonly Optional[] {
  return isRecord(json) && Array.isArray(json.optional) ? json.optional.filter(isRecord) : []
}

/** ArkType writes a function that makes the default as a reference to it. */
const isFunctionName = (value: unknown): boolean =>
  typeof value === 'string' && value.startsWith('$ark.')
