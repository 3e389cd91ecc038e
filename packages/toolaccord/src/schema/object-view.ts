import { type JsonSchema, mapSubschemas, resolveRef } from './json-schema.ts'

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
const isClosedBySilence = (schema: JsonSchema): boolean =>
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

/**
 * Returns the schema with unnamed properties refused wherever it says nothing about them, so that
 * the schema that is shown is the one that runs.
 */
export function closeObjects(schema: JsonSchema, root: JsonSchema = schema): JsonSchema {
  if (schema.allOf !== undefined) return closeIntersection(schema, root)
  const closed = mapSubschemas(schema, (one) => closeObjects(one, root))
  if (!isClosedBySilence(schema)) return closed
  return { ...closed, additionalProperties: false }
}

/**
 * To each part of an intersection, the properties of the others are unknown. So the parts are
 * opened and the whole is closed.
 */
function closeIntersection(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const opened = openPart(schema, root)
  if (!viewObject(schema, root).closed) return opened
  return { ...opened, unevaluatedProperties: false }
}

/** A reference is replaced by its target, because that stays closed wherever it is used alone. */
function openPart(part: JsonSchema, root: JsonSchema): JsonSchema {
  const { allOf, ...rest } = deref(part, root)
  const { additionalProperties, ...silent } = rest
  const open = additionalProperties === false ? silent : rest
  const closed = mapSubschemas(open, (one) => closeObjects(one, root))
  if (allOf === undefined) return closed
  return { ...closed, allOf: allOf.map((one) => openPart(one, root)) }
}

/** Returns the schema itself, or the target of its reference. */
export function deref(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let target = schema
  for (let hops = 0; typeof target.$ref === 'string' && hops < 16; hops++)
    target = resolveRef(root, target.$ref) ?? {}
  return target
}
