import { isRecord } from '../json/json.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { deref } from '../schema/json-schema.ts'
import { acceptedTypes } from '../schema/json-schema.ts'
import { viewObject } from '../schema/json-schema.ts'
import { branchFor } from '../schema/walk.ts'

/** The text of an argument; `a.b` is the property `b` of the object argument `a`. */
export type TextEntry = readonly [name: string, text: string]

/** More levels than any server lets arguments have; a longer name is kept whole and refused. */
const maxLevels = 256

/**
 * Reads flags or a query string as arguments. Repeated names make an array, dotted names an object,
 * and every text becomes a value of the type that its schema accepts.
 */
export function fromTexts(
  schema: JsonSchema,
  entries: readonly TextEntry[],
  root: JsonSchema = schema,
): Record<string, unknown> {
  const groups = new Map<string, TextEntry[]>()
  for (const [name, text] of entries) {
    const [first, rest] = splitName(schema, name, root)
    const group = groups.get(first) ?? []
    group.push([rest, text])
    groups.set(first, group)
  }
  const values = [...groups].map(([name, group]) => {
    const own = propertyOf(schema, name, root) ?? {}
    return [name, fromGroup(own, root, group)]
  })
  return Object.fromEntries(values)
}

/** Splits `a.b` into `a` and `b`, unless the schema has a property that is really named `a.b`. */
function splitName(
  schema: JsonSchema,
  name: string,
  root: JsonSchema,
): readonly [first: string, rest: string] {
  const dot = name.indexOf('.')
  if (dot < 1 || name.split('.').length > maxLevels) return [name, '']
  if (propertyOf(schema, name, root) !== undefined) return [name, '']
  return [name.slice(0, dot), name.slice(dot + 1)]
}

function propertyOf(schema: JsonSchema, name: string, root: JsonSchema): JsonSchema | undefined {
  const { properties, rest } = viewObject(schema, root)
  if (Object.hasOwn(properties, name)) return properties[name]
  return rest
}

/** Reads everything that was given for one argument. */
function fromGroup(schema: JsonSchema, root: JsonSchema, group: readonly TextEntry[]): unknown {
  const texts = group.filter(([rest]) => rest === '').map(([, text]) => text)
  const nested = group.filter(([rest]) => rest !== '')
  if (nested.length > 0) {
    const wholes = texts.map((text) => fromText(schema, root, text)).filter(isRecord)
    const parts = [...wholes, fromTexts(branchFor(schema, {}, root), nested, root)]
    return Object.fromEntries(parts.flatMap((part) => Object.entries(part)))
  }
  if (acceptedTypes(schema, root).has('array')) return fromItems(schema, root, texts)
  const values = texts.map((text) => fromText(schema, root, text))
  // Several values for one that is not an array: the schema refuses them by the argument's name.
  if (values.length === 1) return values[0]
  return values
}

/** Reads an array: its items one by one, or all of them as JSON. */
function fromItems(schema: JsonSchema, root: JsonSchema, texts: readonly string[]): unknown {
  const [only = ''] = texts
  if (texts.length === 1 && only.trimStart().startsWith('[')) {
    const whole = fromJson(only)
    if (Array.isArray(whole)) return whole
  }
  const { items } = branchFor(schema, [], root)
  const item = typeof items === 'object' ? items : {}
  return texts.map((text) => fromText(item, root, text))
}

/**
 * Reads one text as a value that its schema accepts. A text that does not fit stays a string, so
 * that the message of the schema names it.
 */
export function fromText(schema: JsonSchema, root: JsonSchema, text: string): unknown {
  if (takesText(schema, root, text)) return text
  const types = acceptedTypes(schema, root)
  if ((types.has('number') || types.has('integer')) && isNumber(text)) return Number(text)
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  if (types.has('null') && text === 'null') return null
  const takesJson = types.has('object') || types.has('array') || types.has('any')
  if (takesJson) return fromJson(text)
  return text
}

/** True if a schema accepts text as it is: any string, or this very word. */
function takesText(schema: JsonSchema, root: JsonSchema, text: string): boolean {
  const target = deref(schema, root)
  const branches = target.anyOf ?? target.oneOf
  if (branches !== undefined) return branches.some((branch) => takesText(branch, root, text))
  if (target.const !== undefined) return target.const === text
  if (target.enum !== undefined) return target.enum.includes(text)
  return acceptedTypes(target, root).has('string')
}

const isNumber = (text: string) =>
  /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text))

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
