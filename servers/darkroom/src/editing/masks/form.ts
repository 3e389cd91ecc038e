import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { MaskForm } from '../state/edit-state.ts'

/**
 * The numbers that darktable gives the kinds of forms. `clone` is added to a form that copies
 * pixels from elsewhere.
 */
export const formTypes = {
  circle: 1,
  path: 2,
  group: 4,
  clone: 8,
  gradient: 16,
  ellipse: 32,
} as const

/** How a member of a group joins the members before it, as bits of its state. */
export const memberBits = {
  use: 1,
  show: 2,
  invert: 4,
  union: 8,
  intersect: 16,
  difference: 32,
  exclusion: 64,
} as const

const formVersion = 6

/** A float or a whole number of a form's points. */
export type Cell = { readonly f32: number } | { readonly i32: number }

/** Creates a form whose id is a hash of its content, so that equal forms have equal ids. */
export function toForm(
  type: number,
  points: readonly (readonly Cell[])[],
  source: readonly number[] = [0, 0],
): MaskForm {
  const body = encodeCells(points.flat())
  const from = encodeCells(source.map((value) => ({ f32: value })))
  const digest = createHash('sha256').update(`${type} ${body} ${from}`).digest()
  // Zero means no form, and some versions of darktable write ids above 2^31 as negative numbers.
  const id = (digest.readUInt32BE(0) & 0x7f_ff_ff_ff) | 1
  return {
    id,
    type,
    name: `${nameOf(type)} ${id.toString(16)}`,
    version: formVersion,
    points: body,
    pointCount: points.length,
    source: from,
    attributes: [],
  }
}

/** Creates a group of forms; the modules of darktable only refer to groups. */
export const toGroup = (
  members: readonly { readonly form: number; readonly state: number; readonly opacity: number }[],
): MaskForm =>
  toForm(
    formTypes.group,
    members.map(({ form, state, opacity }) => [
      { i32: form },
      { i32: 0 },
      { i32: state },
      { f32: opacity },
    ]),
  )

/** Returns the ids that a group names; none for other forms. */
export function membersOf({ type, points }: MaskForm): readonly number[] {
  if ((type & formTypes.group) === 0) return []
  const bytes = Buffer.from(points, 'hex')
  return Array.from({ length: Math.floor(bytes.length / 16) }, (_, index) =>
    bytes.readUInt32LE(index * 16),
  )
}

function encodeCells(cells: readonly Cell[]): string {
  const bytes = Buffer.alloc(cells.length * 4)
  for (const [index, cell] of cells.entries()) {
    if ('f32' in cell) bytes.writeFloatLE(cell.f32, index * 4)
    else bytes.writeInt32LE(cell.i32, index * 4)
  }
  return bytes.toString('hex')
}

const nameOf = (type: number): string =>
  Object.entries(formTypes).find(([, bit]) => (type & bit) !== 0)?.[0] ?? 'form'
