import { isRecord } from '../../json.ts'
import type { Colours } from './colour.ts'
import { indent } from './render-notes.ts'
import { toTable } from './table.ts'
import { escapeLine, escapeLines } from './terminal-text.ts'

/** Data for people: a table for a list of objects, `key: value` lines for an object, anything else plain. */
export function render(data: unknown, room: number, colours: Colours): string[] {
  if (Array.isArray(data)) return renderList(data, room, colours)
  if (isRecord(data)) return Object.entries(data).flatMap(([key, value]) => renderMember(key, value, room, colours))
  return data === null || data === undefined ? [] : escapeLines(String(data))
}

function renderList(items: readonly unknown[], room: number, colours: Colours): string[] {
  if (!items.every(isRecord)) return items.map(toCell)
  const keys = [...new Set(items.flatMap((item) => Object.keys(item)))]
  if (keys.length === 0) return items.map(toCell)
  const rows = items.map((item) => keys.map((key) => (Object.hasOwn(item, key) ? toCell(item[key]) : '')))
  return toTable(keys.map((key) => escapeLine(key).toUpperCase()), rows, room, colours)
}

function renderMember(key: string, value: unknown, room: number, colours: Colours): string[] {
  if (value === undefined) return []
  const label = colours.bold(`${escapeLine(key)}:`)
  if (!needsBlock(value)) return [`${label} ${toCell(value) || '-'}`]
  return [label, ...render(value, room - indent('').length, colours).map(indent)]
}

/** Whether a value takes lines of its own under its key. */
function needsBlock(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\n')
  if (Array.isArray(value)) return value.some((item) => typeof item === 'object' && item !== null)
  return isRecord(value) && Object.keys(value).length > 0
}

/** A value in one line. */
function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.map((item) => escapeLine(String(item))).join(', ')
  return escapeLine(typeof value === 'object' ? JSON.stringify(value) : String(value))
}
