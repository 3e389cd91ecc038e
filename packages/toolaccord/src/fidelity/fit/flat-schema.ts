import { isRecord } from '../../json/json.ts'
import { type JsonSchema, resolveRef } from '../../schema/json-schema.ts'

/** Schemas that all hold at one place, with references and intersections taken apart. */
export interface FlatSchema {
  /** Without references, intersections and unions. */
  readonly parts: readonly JsonSchema[]
  readonly unions: readonly SchemaUnion[]
  /** Whether all of it could be read; a reference to another document cannot. */
  readonly isReadable: boolean
}

export interface SchemaUnion {
  /** Whether only one branch may hold. */
  readonly isExclusive: boolean
  readonly branches: readonly unknown[]
}

/** Takes schemas apart that all hold at one place. */
export function flattenSchemas(root: JsonSchema, schemas: readonly unknown[]): FlatSchema {
  const [parts, unions, seen] = [
    new Array<JsonSchema>(),
    new Array<SchemaUnion>(),
    new Set<unknown>(),
  ]
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

/** The schemas that a member has by one part: by its name, by patterns, or as one of the rest. */
export function memberSchemas(part: JsonSchema, name: string): readonly unknown[] {
  const { properties = {}, patternProperties = {}, additionalProperties } = part
  const named = Object.hasOwn(properties, name) ? [properties[name]] : []
  const matching = Object.entries(patternProperties).flatMap(([pattern, schema]) =>
    new RegExp(pattern, 'u').test(name) ? [schema] : [],
  )
  const found = [...named, ...matching]
  return found.length === 0 ? [additionalProperties] : found
}
