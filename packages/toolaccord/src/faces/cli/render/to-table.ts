import type { Colours } from './colours.ts'
import { cut, pad, widthOf } from './terminal-text.ts'

const gap = '  '

/** Aligned columns under a header; where the room is too small, the widest columns are cut. */
export function toTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  room: number,
  { bold }: Colours,
): string[] {
  const natural = header.map((name, column) =>
    rows.reduce((width, row) => Math.max(width, widthOf(row[column] ?? '')), widthOf(name)),
  )
  const free = room - gap.length * (header.length - 1)
  const widths =
    sum(natural) <= free
      ? natural
      : fit(
          natural.map((width, column) =>
            isDigest(rows, column) ? Math.min(width, digestWidth) : width,
          ),
          free,
        )
  const toLine = (cells: readonly string[]) =>
    widths
      .map((width, column) => pad(cut(cells[column] ?? '', width), width))
      .join(gap)
      .trimEnd()
  return [bold(toLine(header)), ...rows.map(toLine)]
}

/**
 * The beginning of a digest tells it from others as well as the whole does, so it is cut before
 * anything else.
 */
const digestWidth = 13

const isDigest = (rows: readonly (readonly string[])[], column: number): boolean =>
  rows.every((row) => /^(?:[0-9a-f]{32,})?$/.test(row[column] ?? ''))

const sum = (widths: readonly number[]): number => widths.reduce((total, width) => total + width, 0)

/**
 * Columns narrower than this say nothing any more; rather than that, the line is longer than the
 * terminal.
 */
const minWidth = 6

/** The largest limit on every column's width with which all of them fit the room. */
function fit(natural: readonly number[], room: number): readonly number[] {
  const limited = (limit: number) => natural.map((width) => Math.min(width, limit))
  let limit = Math.max(minWidth, Math.min(room, Math.max(...natural)))
  while (limit > minWidth && sum(limited(limit)) > room) limit--
  return limited(limit)
}
