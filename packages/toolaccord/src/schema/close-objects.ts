import {
  type JsonSchema,
  deref,
  isClosedBySilence,
  mapSubschemas,
  viewObject,
} from './json-schema.ts'

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
