import { compact, isRecord } from '../json/json.ts'
import { type JsonSchema, deref, viewObject } from './json-schema.ts'

/** The formats of strings that a form can have. */
const formats = new Set(['email', 'uri', 'date', 'date-time'])

/** A form is flat; this throws a TypeError that names the property which is not. */
export function toFormSchema(schema: JsonSchema): JsonSchema {
  const root = schema
  const { properties, required } = viewObject(root, root)
  if (root.type !== 'object') throw new TypeError('the schema of a form must be an object')
  const fields = Object.entries(properties).map(([name, property]) => {
    const field = toField(deref(property, root), root)
    if (field === undefined) throw new TypeError(`'${name}' ${notAField}`)
    const { title, description, default: preset } = property
    return [name, compact({ title, description, ...field, default: preset })]
  })
  return { type: 'object', properties: Object.fromEntries(fields), required: [...required] }
}

const notAField =
  'does not fit into a form; its fields are strings, numbers, booleans, ' +
  'choices of strings, and arrays of such choices. Make a field that may be absent optional'

/** A field with the keywords that clients know; what they do not know is checked on the server. */
function toField(schema: JsonSchema, root: JsonSchema): JsonSchema | undefined {
  const { title, description, type } = schema
  const named = compact({ title, description })
  const choices = toChoices(schema, root)
  if (choices !== undefined) return { ...named, type: 'string', ...choices }
  if (schema.enum !== undefined || schema.const !== undefined) return undefined
  if (type === 'boolean') return { ...named, type }
  if (type === 'string') return { ...named, type, ...toStringRules(schema) }
  if (type === 'number' || type === 'integer') return { ...named, type, ...toRange(schema) }
  if (type !== 'array' || !isRecord(schema.items)) return undefined
  const items = toItems(deref(schema.items, root), root)
  if (items === undefined) return undefined
  const { minItems, maxItems } = schema
  return compact({ ...named, type, items, minItems, maxItems })
}

function toStringRules({ minLength, maxLength, format }: JsonSchema): JsonSchema {
  const isKnown = format !== undefined && formats.has(format)
  return compact({ minLength, maxLength, format: isKnown ? format : undefined })
}

/** Bounds that every integer of JavaScript has say nothing to a user. */
function toRange({ minimum, maximum }: JsonSchema): JsonSchema {
  const isBound = (bound: number | undefined) =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER
  return compact({
    minimum: isBound(minimum) ? minimum : undefined,
    maximum: isBound(maximum) ? maximum : undefined,
  })
}

/** The strings to choose from: as an enum, or with a title each. */
function toChoices(schema: JsonSchema, root: JsonSchema): JsonSchema | undefined {
  if (areStrings(schema.enum)) {
    return compact({ enum: schema.enum, enumNames: schema.enumNames })
  }
  if (typeof schema.const === 'string') return { enum: [schema.const] }
  const branches = (schema.oneOf ?? schema.anyOf)?.map((branch) => deref(branch, root))
  const values = branches?.map((branch) => branch.const)
  if (branches === undefined || !areStrings(values)) return undefined
  if (branches.every(({ title }) => title === undefined)) return { enum: values }
  const oneOf = branches.map(({ const: value, title }) => ({
    const: value,
    title: title ?? String(value),
  }))
  return { oneOf }
}

function toItems(schema: JsonSchema, root: JsonSchema): JsonSchema | undefined {
  const choices = toChoices(schema, root)
  if (choices === undefined) return undefined
  if (choices.oneOf !== undefined) return { anyOf: choices.oneOf }
  return { type: 'string', enum: choices.enum ?? [] }
}

const areStrings = (values: unknown): values is readonly string[] =>
  Array.isArray(values) && values.every((value) => typeof value === 'string')
