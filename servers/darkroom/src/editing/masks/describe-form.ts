import { Buffer } from 'node:buffer'
import { shortestFloat } from '../modules/shortest-float.ts'
import type { MaskForm } from '../state/edit-state.ts'
import { formTypes, membersOf } from './form.ts'

/** The names of the floats of a form's points, by its kind. */
const cells: Readonly<Record<string, readonly string[]>> = {
  circle: ['x', 'y', 'radius', 'border'],
  ellipse: ['x', 'y', 'radius_x', 'radius_y', 'rotation', 'border'],
  gradient: ['x', 'y', 'rotation', 'compression', 'steepness', 'curvature'],
  path: ['x', 'y'],
}
const strides: Readonly<Record<string, number>> = {
  circle: 16,
  ellipse: 28,
  gradient: 28,
  path: 36,
}

/**
 * A form in words and numbers, a group as the list of its forms; coordinates are those of the
 * stored frame.
 */
export function describeForm(id: number, masks: readonly MaskForm[]): unknown {
  const form = masks.find((other) => other.id === id)
  if (form === undefined) return { form: 'missing' }
  if ((form.type & formTypes.group) !== 0)
    return membersOf(form).map((member) =>
      describeForm(
        member,
        masks.filter((other) => other !== form),
      ),
    )
  const kind =
    Object.entries(formTypes).find(
      ([name, bit]) => name !== 'clone' && (form.type & bit) !== 0,
    )?.[0] ?? 'unknown'
  const bytes = Buffer.from(form.points, 'hex')
  const stride = strides[kind] ?? bytes.length
  const points = Array.from(
    { length: stride === 0 ? 0 : Math.floor(bytes.length / stride) },
    (_, index) =>
      Object.fromEntries(
        (cells[kind] ?? []).map((name, cell) => [
          name,
          shortestFloat(bytes.readFloatLE(index * stride + cell * 4)),
        ]),
      ),
  )
  return kind === 'path' ? { form: kind, corners: points } : { form: kind, ...points[0] }
}
