import { isRecord } from '../json.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { deref, viewObject } from '../schema/object-view.ts'
import { acceptedTypes } from '../schema/walk.ts'

/** A text for an argument; `a.b` reaches into the object argument `a`. */
export type TextEntry = readonly [name: string, text: string]

/** Flags or a query string as arguments: repeated names make a list, dotted names an object, texts what their schema wants. */
export function fromTexts(schema: JsonSchema, entries: readonly TextEntry[]): Record<string, unknown> {
  const groups = new Map<string, TextEntry[]>()
  for (const [name, text] of entries) {
    const [first, rest] = splitName(schema, name)
    groups.set(first, [...(groups.get(first) ?? []), [rest, text]])
  }
  return Object.fromEntries([...groups].map(([name, group]) => [name, fromGroup(memberOf(schema, name), schema, group)]))
}

/** `a.b` is member `b` of `a`, unless the schema has a member that is really named so. */
function splitName(schema: JsonSchema, name: string): readonly [first: string, rest: string] {
  const dot = name.indexOf('.')
  return dot < 1 || memberOf(schema, name) !== undefined ? [name, ''] : [name.slice(0, dot), name.slice(dot + 1)]
}

function memberOf(schema: JsonSchema, name: string): JsonSchema | undefined {
  const { properties, rest } = viewObject(schema, schema)
  return Object.hasOwn(properties, name) ? properties[name] : rest
}

function fromGroup(schema: JsonSchema | undefined, root: JsonSchema, group: readonly TextEntry[]): unknown {
  const target = schema === undefined ? {} : deref(schema, root)
  const texts = group.filter(([rest]) => rest === '').map(([, text]) => text)
  const nested = group.filter(([rest]) => rest !== '')
  if (nested.length > 0) {
    const members = fromTexts({ ...target, $defs: root.$defs }, nested)
    const whole = texts.map((text) => fromText(target, root, text)).filter(isRecord)
    return Object.assign({}, ...whole, members)
  }
  if (acceptedTypes(target, root).has('array')) return fromList(target, root, texts)
  const values = texts.map((text) => fromText(target, root, text))
  // One argument given several times where no list is wanted: the schema refuses the list by name.
  return values.length === 1 ? values[0] : values
}

function fromList(schema: JsonSchema, root: JsonSchema, texts: readonly string[]): unknown {
  const [only] = texts
  if (texts.length === 1 && only?.trimStart().startsWith('[')) return fromJson(only)
  const items = typeof schema.items === 'object' ? schema.items : {}
  return texts.map((text) => fromText(items, root, text))
}

/** One text as its schema wants it; what does not fit is left as text, so that the schema's own message names it. */
export function fromText(schema: JsonSchema, root: JsonSchema, text: string): unknown {
  const types = acceptedTypes(schema, root)
  if (types.has('string')) return text
  if ((types.has('number') || types.has('integer')) && isNumber(text)) return Number(text)
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  if (types.has('null') && text === 'null') return null
  return types.has('object') || types.has('array') || types.has('any') ? fromJson(text) : text
}

const isNumber = (text: string) => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
