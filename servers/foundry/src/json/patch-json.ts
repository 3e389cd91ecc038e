import { type MemberSlice, type Slice, sliceJson, sliceOf } from './slice-json.ts'

/** How a text is written, so that what changes in it looks like the rest. */
interface Style {
  /** One level; empty if the text is one line. */
  readonly indent: string
  /** True if characters that are not ASCII are escaped, as Python does it. */
  readonly isAscii: boolean
}

/**
 * Returns the text of a changed value. Whatever is the very same value as before keeps its
 * characters, to the spelling of its numbers, so that a small change is a change of a few lines.
 *
 * @param before What `JSON.parse(text)` gave.
 */
export function patchJson(text: string, before: unknown, after: unknown): string {
  if (before === after) return text
  const root = sliceOf(text)
  const writer = { text, style: styleOf(text, root) }
  const written = patch(writer, root, { before, after, level: 0 })
  return text.slice(0, root.start) + written + text.slice(root.end)
}

/** Writes a value as a file of its own. */
export const toJsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

interface Writer {
  readonly text: string
  readonly style: Style
}

interface Change {
  readonly before: unknown
  readonly after: unknown
  readonly level: number
}

function patch(writer: Writer, slice: Slice, { before, after, level }: Change): string {
  if (before === after) return writer.text.slice(slice.start, slice.end)
  if (Array.isArray(before) && Array.isArray(after)) {
    return patchArray(writer, slice, { before, after, level })
  }
  if (isObject(before) && isObject(after)) {
    return patchObject(writer, slice, { before, after, level })
  }
  return write(after, writer.style, level)
}

interface ChangeOf<Container> extends Change {
  readonly before: Container
  readonly after: Container
}

type JsonObject = Readonly<Record<string, unknown>>

function patchObject(writer: Writer, slice: Slice, change: ChangeOf<JsonObject>): string {
  const { before, after, level } = change
  const known = new Map(sliceJson(writer.text, slice).map((member) => [member.key, member]))
  const { style } = writer
  const members = Object.entries(after).flatMap(([key, value]) => {
    if (value === undefined) return []
    const member = known.get(key)
    const text =
      member === undefined
        ? write(value, style, level + 1)
        : patch(writer, member, { before: before[key], after: value, level: level + 1 })
    return [`${writeString(key, style)}${style.indent === '' ? ':' : ': '}${text}`]
  })
  return join(members, '{}', style, level)
}

function patchArray(writer: Writer, slice: Slice, change: ChangeOf<readonly unknown[]>): string {
  const { before, after, level } = change
  const slices = sliceJson(writer.text, slice)
  const places = new Map(before.map((item, place) => [item, place]))
  const items = after.map((item, at) => {
    // An item that moved is the same item; one that changed in its place is like the one before.
    const place = places.get(item) ?? at
    const known: MemberSlice | undefined = slices[place]
    if (known === undefined) return write(item, writer.style, level + 1)
    return patch(writer, known, { before: before[place], after: item, level: level + 1 })
  })
  return join(items, '[]', writer.style, level)
}

function write(value: unknown, style: Style, level: number): string {
  if (Array.isArray(value)) {
    const items = value.map((item) => write(item, style, level + 1))
    return join(items, '[]', style, level)
  }
  if (isObject(value)) {
    const colon = style.indent === '' ? ':' : ': '
    const members = Object.entries(value).flatMap(([key, member]) =>
      member === undefined
        ? []
        : [`${writeString(key, style)}${colon}${write(member, style, level + 1)}`],
    )
    return join(members, '{}', style, level)
  }
  return typeof value === 'string' ? writeString(value, style) : String(JSON.stringify(value))
}

/** Puts members between brackets, each on a line of its own unless the text is one line. */
function join(members: readonly string[], brackets: string, { indent }: Style, level: number) {
  const [open = '', close = ''] = brackets
  if (members.length === 0) return brackets
  if (indent === '') return open + members.join(',') + close
  const inner = `\n${indent.repeat(level + 1)}`
  return `${open}${inner}${members.join(`,${inner}`)}\n${indent.repeat(level)}${close}`
}

function writeString(value: string, { isAscii }: Style): string {
  const text = JSON.stringify(value)
  if (!isAscii) return text
  return text.replaceAll(/[^\0-\x7f]/g, (unit) => toEscape(unit))
}

/** One character may be two units, and each is escaped. */
const toEscape = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function styleOf(text: string, root: Slice): Style {
  const head = text.slice(root.start, root.start + 200)
  const indent = /^[{[]\r?\n([ \t]+)/.exec(head)?.[1] ?? ''
  const hasEscapes = /\\u[0-9a-fA-F]{4}/.test(text)
  return { indent, isAscii: hasEscapes && !/[^\0-\x7f]/.test(text) }
}
