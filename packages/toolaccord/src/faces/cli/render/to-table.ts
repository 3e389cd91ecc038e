import type { Colours } from './colours.ts'
import { cut, pad, widthOf } from './width-of.ts'

const gap = '  '

/** The start of a digest is enough to recognise it, so digests are cut before anything else. */
const digestWidth = 13

/** Narrower columns are unreadable; instead of those, the line gets longer than the terminal. */
const minWidth = 6

type Rows = readonly (readonly string[])[]

/** Aligns columns under a header; if the room is too small, the widest columns are cut. */
export function toTable(
  header: readonly string[],
  rows: Rows,
  room: number,
  { bold }: Colours,
): string[] {
  const widths = columnWidths(header, rows, room)
  const toLine = (cells: readonly string[]) =>
    widths
      .map((width, column) => pad(cut(cells[column] ?? '', width), width))
      .join(gap)
      .trimEnd()
  return [bold(toLine(header)), ...rows.map(toLine)]
}

function columnWidths(header: readonly string[], rows: Rows, room: number): readonly number[] {
  const natural = header.map((name, column) =>
    rows.reduce((width, row) => Math.max(width, widthOf(row[column] ?? '')), widthOf(name)),
  )
  const free = room - gap.length * (header.length - 1)
  if (sum(natural) <= free) return natural
  const shortened = natural.map((width, column) =>
    isDigest(rows, column) ? Math.min(width, digestWidth) : width,
  )
  return fit(shortened, free)
}

const isDigest = (rows: Rows, column: number): boolean =>
  rows.every((row) => /^(?:[0-9a-f]{32,})?$/.test(row[column] ?? ''))

const sum = (widths: readonly number[]): number => widths.reduce((total, width) => total + width, 0)

/** Lowers the limit on the width of every column until all columns fit the room. */
function fit(natural: readonly number[], room: number): readonly number[] {
  const limited = (limit: number) => natural.map((width) => Math.min(width, limit))
  let limit = Math.max(minWidth, Math.min(room, Math.max(...natural)))
  while (limit > minWidth && sum(limited(limit)) > room) limit--
  return limited(limit)
}
