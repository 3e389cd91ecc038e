import { Buffer } from 'node:buffer'
import { shortestFloat } from '../modules/shortest-float.ts'
import type { MaskForm } from '../state/edit-state.ts'
import { formTypes, membersOf } from './form.ts'

/** The storage of the points of one kind of form: the names of their floats, and their size. */
interface PointLayout {
  readonly cells: readonly string[]
  readonly stride: number
}

const layouts: ReadonlyMap<string, PointLayout> = new Map([
  ['circle', { cells: ['x', 'y', 'radius', 'border'], stride: 16 }],
  ['ellipse', { cells: ['x', 'y', 'radius_x', 'radius_y', 'rotation', 'border'], stride: 28 }],
  [
    'gradient',
    { cells: ['x', 'y', 'rotation', 'compression', 'steepness', 'curvature'], stride: 28 },
  ],
  ['path', { cells: ['x', 'y'], stride: 36 }],
])

/**
 * Describes a form in words and numbers, a group as the array of its forms. Coordinates are those
 * of the stored frame.
 */
export function describeForm(id: number, masks: readonly MaskForm[]): unknown {
  const form = masks.find((other) => other.id === id)
  if (form === undefined) return { form: 'missing' }
  if ((form.type & formTypes.group) !== 0) {
    // Without the group itself, so that a group that contains itself ends.
    const others = masks.filter((other) => other !== form)
    return membersOf(form).map((member) => describeForm(member, others))
  }
  const kind = kindOf(form)
  const points = readPoints(form, layouts.get(kind))
  if (kind === 'path') return { form: kind, corners: points }
  return { form: kind, ...points[0] }
}

function kindOf({ type }: MaskForm): string {
  const found = Object.entries(formTypes).find(
    ([name, bit]) => name !== 'clone' && (type & bit) !== 0,
  )
  return found?.[0] ?? 'unknown'
}

function readPoints(
  { points }: MaskForm,
  layout: PointLayout | undefined,
): readonly Readonly<Record<string, number>>[] {
  if (layout === undefined) return []
  const { cells, stride } = layout
  const bytes = Buffer.from(points, 'hex')
  return Array.from({ length: Math.floor(bytes.length / stride) }, (_, index) =>
    Object.fromEntries(
      cells.map((name, cell) => [
        name,
        shortestFloat(bytes.readFloatLE(index * stride + cell * 4)),
      ]),
    ),
  )
}
