import { type JsonSchema, mapSubschemas, resolveRef } from './json-schema.ts'

/** What a schema says about the members of an object. */
export interface ObjectView {
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required: readonly string[]
  /** Members that are not named are not accepted. */
  readonly closed: boolean
  /** The schema of members that are not named. */
  readonly rest?: JsonSchema
}

const combinators = ['anyOf', 'oneOf', 'if', 'patternProperties', 'unevaluatedProperties'] as const

/**
 * An object schema that names its members and does not speak of others is closed: the framework's
 * rule for unknown keys.
 */
const isClosedBySilence = (schema: JsonSchema): boolean =>
  schema.additionalProperties === undefined &&
  schema.properties !== undefined &&
  combinators.every((keyword) => schema[keyword] === undefined)

/** The object members of a schema, those of its `allOf` parts included. */
export function viewObject(schema: JsonSchema, root: JsonSchema): ObjectView {
  const own: ObjectView = {
    properties: schema.properties ?? {},
    required: schema.required ?? [],
    closed: schema.additionalProperties === false || isClosedBySilence(schema),
    ...(typeof schema.additionalProperties === 'object' && { rest: schema.additionalProperties }),
  }
  if (schema.allOf === undefined) return own
  const parts = schema.allOf.map((part) => viewObject(deref(part, root), root))
  return {
    properties: Object.fromEntries(
      [...parts, own].flatMap((part) => Object.entries(part.properties)),
    ),
    required: [...new Set([...parts, own].flatMap((part) => part.required))],
    closed:
      parts.every((part) => part.closed) &&
      (own.closed || schema.properties === undefined || schema.unevaluatedProperties === false),
  }
}

/**
 * The schema with its unnamed members shut out wherever it is silent about them, so that what is
 * shown is what runs.
 */
export function closeObjects(schema: JsonSchema, root: JsonSchema = schema): JsonSchema {
  if (schema.allOf !== undefined) return closeIntersection(schema, root)
  const closed = mapSubschemas(schema, (one) => closeObjects(one, root))
  return isClosedBySilence(schema) ? { ...closed, additionalProperties: false } : closed
}

/**
 * Parts of an intersection see each other's members as unknown, so they are opened and the whole is
 * closed.
 */
function closeIntersection(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const opened = openPart(schema, root)
  return viewObject(schema, root).closed ? { ...opened, unevaluatedProperties: false } : opened
}

/**
 * A named part stands here itself instead of its reference, because it stays closed where it is
 * used alone.
 */
function openPart(part: JsonSchema, root: JsonSchema): JsonSchema {
  const { allOf, ...rest } = deref(part, root)
  const { additionalProperties, ...silent } = rest
  const closed = mapSubschemas(additionalProperties === false ? silent : rest, (one) =>
    closeObjects(one, root),
  )
  return allOf === undefined
    ? closed
    : { ...closed, allOf: allOf.map((one) => openPart(one, root)) }
}

/** A schema, or what its reference points at. */
export function deref(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let target = schema
  for (let hops = 0; typeof target.$ref === 'string' && hops < 16; hops++)
    target = resolveRef(root, target.$ref) ?? {}
  return target
}
