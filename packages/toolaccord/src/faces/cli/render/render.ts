import { isRecord } from '../../../json/json.ts'
import type { Colours } from './colours.ts'
import { indent } from './render-notes.ts'
import { escapeLine, escapeLines } from './terminal-text.ts'
import { toTable } from './to-table.ts'

/**
 * Data for people: a table for a list of objects, or a block for each where they hold more than a
 * line can show; `key: value` lines for an object; anything else plain.
 */
export function render(data: unknown, room: number, colours: Colours): string[] {
  if (Array.isArray(data)) return renderList(data, room, colours)
  if (isRecord(data))
    return Object.entries(data).flatMap(([key, value]) => renderMember(key, value, room, colours))
  return data === null || data === undefined ? [] : escapeLines(String(data))
}

function renderList(items: readonly unknown[], room: number, colours: Colours): string[] {
  if (!items.every(isRecord)) return items.map(toCell)
  const rows = items.map(
    (item) => new Map(Object.entries(item).flatMap(([key, value]) => toColumns(key, value))),
  )
  if (rows.some((row) => [...row.values()].some(isNested)))
    return renderBlocks(items, room, colours)
  const keys = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  if (keys.length === 0) return items.map(toCell)
  // A column in which nothing stands only takes room; where nothing stands at all, the keys are told at least.
  const filled = keys.filter((key) => rows.some((row) => !isBlank(row.get(key))))
  const shown = filled.length > 0 ? filled : keys
  return toTable(
    shown.map((key) => escapeLine(key).toUpperCase()),
    rows.map((row) => shown.map((key) => (isBlank(row.get(key)) ? '' : toCell(row.get(key))))),
    room,
    colours,
  )
}

/** More columns than this are no longer parts of one thing. */
const mostParts = 4

/** One column for a value, or one for each part of a small object. */
function toColumns(
  key: string,
  value: unknown,
): readonly (readonly [key: string, value: unknown])[] {
  const parts = isRecord(value) ? Object.entries(value) : []
  const isSmall =
    parts.length > 0 && parts.length <= mostParts && !parts.some(([, part]) => isNested(part))
  return isSmall ? parts.map(([name, part]) => [`${key}.${name}`, part]) : [[key, value]]
}

/** Objects one under the other, without what they leave empty. */
const renderBlocks = (
  items: readonly Readonly<Record<string, unknown>>[],
  room: number,
  colours: Colours,
): string[] =>
  items.flatMap((item, index) => [
    ...(index === 0 ? [] : ['']),
    ...Object.entries(item).flatMap(([key, value]) =>
      isBlank(value) ? [] : renderMember(key, value, room, colours),
    ),
  ])

function renderMember(key: string, given: unknown, room: number, colours: Colours): string[] {
  if (given === undefined) return []
  // The end of the last line is no line of its own.
  const value = typeof given === 'string' ? given.replace(/\r?\n$/, '') : given
  const label = colours.bold(`${escapeLine(key)}:`)
  if (!needsBlock(value)) return [`${label} ${toCell(value) || '-'}`]
  return [label, ...render(value, room - indent('').length, colours).map(indent)]
}

/** Whether a value takes lines of its own under its key. */
function needsBlock(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\n')
  return isNested(value)
}

/** Whether a value holds objects. */
const isNested = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some((item) => typeof item === 'object' && item !== null)
    : isRecord(value) && Object.keys(value).length > 0

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** A value in one line. */
function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return value.map((item) => escapeLine(String(item))).join(', ')
  return escapeLine(typeof value === 'object' ? JSON.stringify(value) : String(value))
}
