import { isRecord } from '../../../json/json.ts'
import type { Colours } from './colours.ts'
import { escapeLine, escapeLines } from './escape.ts'
import { toTable } from './to-table.ts'

/** More parts than this are not shown as columns of one thing. */
const mostParts = 4

/** Puts a line two columns further in. */
export const indent = (line: string): string => `  ${line}`

/** The columns that are left inside an indented block. */
export const indented = (room: number): number => room - indent('').length

/**
 * Shows data to people. Objects in an array are rows of a table, or blocks if a line cannot hold
 * them. An object is `key: value` lines; anything else is plain.
 */
export function render(data: unknown, room: number, colours: Colours): string[] {
  if (Array.isArray(data)) return renderArray(data, room, colours)
  if (isRecord(data)) {
    return Object.entries(data).flatMap(([key, value]) => renderProperty(key, value, room, colours))
  }
  if (data === null || data === undefined) return []
  return escapeLines(String(data))
}

function renderArray(items: readonly unknown[], room: number, colours: Colours): string[] {
  if (!items.every(isRecord)) return items.map(toCell)
  const rows = items.map(toRow)
  const isTooDeep = rows.some((row) => [...row.values()].some(isNested))
  if (isTooDeep) return renderBlocks(items, room, colours)
  const keys = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  if (keys.length === 0) return items.map(toCell)
  // An empty column only takes room, but if all columns are empty, their keys still say something.
  const filled = keys.filter((key) => rows.some((row) => !isBlank(row.get(key))))
  const shown = filled.length > 0 ? filled : keys
  const header = shown.map(toHead)
  const cells = rows.map((row) => shown.map((key) => toTableCell(row.get(key))))
  return toTable(header, cells, room, colours)
}

/** Spells a key as the head of a column: `createdAt` as CREATED AT. */
const toHead = (key: string): string =>
  escapeLine(key.replace(/([a-z0-9])([A-Z])/g, '$1 $2')).toUpperCase()

type Row = ReadonlyMap<string, unknown>

const toRow = (item: Readonly<Record<string, unknown>>): Row =>
  new Map(Object.entries(item).flatMap(([key, value]) => toColumns(key, value)))

/** One column for a value, or one for each part of a small object. */
function toColumns(
  key: string,
  value: unknown,
): readonly (readonly [key: string, value: unknown])[] {
  const parts = isRecord(value) ? Object.entries(value) : []
  const isFlat = !parts.some(([, part]) => isNested(part))
  if (parts.length === 0 || parts.length > mostParts || !isFlat) return [[key, value]]
  return parts.map(([name, part]) => [`${key}.${name}`, part])
}

/** Objects below each other, without their empty properties. */
function renderBlocks(
  items: readonly Readonly<Record<string, unknown>>[],
  room: number,
  colours: Colours,
): string[] {
  const blocks = items.map((item) =>
    Object.entries(item)
      .filter(([, value]) => !isBlank(value))
      .flatMap(([key, value]) => renderProperty(key, value, room, colours)),
  )
  const separated = blocks.flatMap((lines) => ['', ...lines])
  return separated.slice(1)
}

function renderProperty(key: string, given: unknown, room: number, colours: Colours): string[] {
  if (given === undefined) return []
  // The line end of the last line does not start another one.
  const value = typeof given === 'string' ? given.replace(/\r?\n$/, '') : given
  const label = colours.bold(`${escapeLine(key)}:`)
  if (!needsBlock(value)) return [`${label} ${toCell(value) || '-'}`]
  return [label, ...render(value, indented(room), colours).map(indent)]
}

/** True if a value needs lines of its own below its key. */
function needsBlock(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\n')
  return isNested(value)
}

/** True if a value contains more than a cell can show. */
function isNested(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => typeof item === 'object' && item !== null)
  return isRecord(value) && Object.keys(value).length > 0
}

function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function toTableCell(value: unknown): string {
  if (isBlank(value)) return ''
  return toCell(value)
}

/** A value in one line. */
function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return escapeLine(String(value))
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    return value.map((item) => escapeLine(String(item))).join(', ')
  }
  return escapeLine(JSON.stringify(value))
}
