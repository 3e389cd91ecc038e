import { isRecord } from '../../json/json.ts'
import { type JsonSchema, resolveRef } from '../../schema/json-schema.ts'

/** All schemas of one place, with references and intersections taken apart. */
export interface FlatSchema {
  /** Without references, intersections and unions. */
  readonly parts: readonly JsonSchema[]
  readonly unions: readonly SchemaUnion[]
  /** True if all of it could be read; a reference to another document cannot. */
  readonly isReadable: boolean
}

/** A choice between schemas. */
export interface SchemaUnion {
  /** True if only one branch may match. */
  readonly isExclusive: boolean
  readonly branches: readonly unknown[]
}

/** Takes schemas apart that all apply at one place. */
export function flattenSchemas(root: JsonSchema, schemas: readonly unknown[]): FlatSchema {
  const parts: JsonSchema[] = []
  const unions: SchemaUnion[] = []
  const seen = new Set<unknown>()
  let isReadable = true
  for (const schema of schemas) add(schema)
  return { parts, unions, isReadable }

  function add(schema: unknown): void {
    if (!isRecord(schema) || seen.has(schema)) return
    seen.add(schema)
    // The cast names what an object among schemas is.
    const { $ref, allOf = [], anyOf, oneOf, ...part } = schema as JsonSchema
    parts.push(part)
    if (anyOf !== undefined) unions.push({ isExclusive: false, branches: anyOf })
    if (oneOf !== undefined) unions.push({ isExclusive: true, branches: oneOf })
    for (const one of allOf) add(one)
    if ($ref === undefined) return
    const target = resolveRef(root, $ref)
    isReadable &&= target !== undefined
    add(target)
  }
}

/** Returns the schemas that one part has for a property: by name, by pattern, or for the rest. */
export function propertySchemas(part: JsonSchema, name: string): readonly unknown[] {
  const { properties = {}, patternProperties = {}, additionalProperties } = part
  const found: unknown[] = []
  if (Object.hasOwn(properties, name)) found.push(properties[name])
  for (const [pattern, schema] of Object.entries(patternProperties)) {
    if (new RegExp(pattern, 'u').test(name)) found.push(schema)
  }
  if (found.length === 0) return [additionalProperties]
  return found
}
