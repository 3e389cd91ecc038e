import { isRecord } from '../json/json.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { deref, viewObject } from '../schema/object-view.ts'
import { acceptedTypes, branchFor } from '../schema/walk.ts'

/** A text for an argument; `a.b` reaches into the object argument `a`. */
export type TextEntry = readonly [name: string, text: string]

/**
 * Flags or a query string as arguments: repeated names make a list, dotted names an object, texts
 * what their schema wants.
 */
export function fromTexts(
  schema: JsonSchema,
  entries: readonly TextEntry[],
  root: JsonSchema = schema,
): Record<string, unknown> {
  const groups = new Map<string, TextEntry[]>()
  for (const [name, text] of entries) {
    const [first, rest] = splitName(schema, name, root)
    groups.set(first, [...(groups.get(first) ?? []), [rest, text]])
  }
  return Object.fromEntries(
    [...groups].map(([name, group]) => [
      name,
      fromGroup(memberOf(schema, name, root) ?? {}, root, group),
    ]),
  )
}

/** More levels than any server lets arguments have; a longer name is refused as it stands. */
const maxLevels = 256

/** `a.b` is member `b` of `a`, unless the schema has a member that is really named so. */
function splitName(
  schema: JsonSchema,
  name: string,
  root: JsonSchema,
): readonly [first: string, rest: string] {
  const dot = name.indexOf('.')
  const isWhole =
    dot < 1 || name.split('.').length > maxLevels || memberOf(schema, name, root) !== undefined
  return isWhole ? [name, ''] : [name.slice(0, dot), name.slice(dot + 1)]
}

function memberOf(schema: JsonSchema, name: string, root: JsonSchema): JsonSchema | undefined {
  const { properties, rest } = viewObject(schema, root)
  return Object.hasOwn(properties, name) ? properties[name] : rest
}

function fromGroup(schema: JsonSchema, root: JsonSchema, group: readonly TextEntry[]): unknown {
  const texts = group.filter(([rest]) => rest === '').map(([, text]) => text)
  const nested = group.filter(([rest]) => rest !== '')
  const values = texts.map((text) => fromText(schema, root, text))
  if (nested.length > 0) {
    const members = fromTexts(branchFor(schema, {}, root), nested, root)
    return Object.fromEntries(
      [...values.filter(isRecord), members].flatMap((part) => Object.entries(part)),
    )
  }
  if (acceptedTypes(schema, root).has('array')) return fromList(schema, root, texts)
  // One argument given several times where no list is wanted: the schema refuses the list by name.
  return values.length === 1 ? values[0] : values
}

function fromList(schema: JsonSchema, root: JsonSchema, texts: readonly string[]): unknown {
  const [only = ''] = texts
  const whole = texts.length === 1 && only.trimStart().startsWith('[') ? fromJson(only) : undefined
  if (Array.isArray(whole)) return whole
  const { items } = branchFor(schema, [], root)
  return texts.map((text) => fromText(typeof items === 'object' ? items : {}, root, text))
}

/**
 * One text as its schema wants it; what does not fit is left as text, so that the schema's own
 * message names it.
 */
export function fromText(schema: JsonSchema, root: JsonSchema, text: string): unknown {
  if (takesText(schema, root, text)) return text
  const types = acceptedTypes(schema, root)
  if ((types.has('number') || types.has('integer')) && isNumber(text)) return Number(text)
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  if (types.has('null') && text === 'null') return null
  return types.has('object') || types.has('array') || types.has('any') ? fromJson(text) : text
}

/** Whether a schema takes a text as it is: any string, or this very word. */
function takesText(schema: JsonSchema, root: JsonSchema, text: string): boolean {
  const target = deref(schema, root)
  const words = target.const === undefined ? target.enum : [target.const]
  const branches = target.anyOf ?? target.oneOf
  if (branches !== undefined) return branches.some((branch) => takesText(branch, root, text))
  return words === undefined ? acceptedTypes(target, root).has('string') : words.includes(text)
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
