import type { FrameMap, Point } from '../geometry/frame.ts'
import { EditError } from '../state/edit-error.ts'
import type { MaskForm } from '../state/edit-state.ts'
import { type Cell, formTypes, toForm } from './form.ts'
import type { DrawnParams } from './mask-spec.ts'

/** The kinds of forms that contain no other forms. */
export type SimpleForm = 'gradient' | 'ellipse' | 'circle' | 'rectangle' | 'path'

type Draw = (params: DrawnParams, frame: FrameMap, path: string) => MaskForm

/** The parameters that each kind of form takes. */
const accepted: Readonly<Record<SimpleForm, readonly (keyof DrawnParams)[]>> = {
  gradient: ['anchor_x', 'anchor_y', 'rotation', 'compression'],
  ellipse: ['center_x', 'center_y', 'radius_x', 'radius_y', 'rotation', 'border'],
  circle: ['center_x', 'center_y', 'radius', 'border'],
  rectangle: ['x0', 'y0', 'x1', 'y1', 'border'],
  path: ['vertices', 'border'],
}

/** Draws a form in the stored frame, from its parameters in the seen frame. */
export function toDrawnForm(
  form: SimpleForm,
  params: DrawnParams,
  frame: FrameMap,
  path: string,
): MaskForm {
  const known: readonly string[] = accepted[form]
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || known.includes(name)) continue
    throw new EditError('masking', `A ${form} has no '${name}'.`, {
      path: `${path}.${name}`,
      hint: `It takes ${known.join(', ')}.`,
    })
  }
  return draw[form](params, frame, path)
}

const drawGradient: Draw = (
  { anchor_x = 0.5, anchor_y = 0.5, rotation = 0, compression = 0.2 },
  frame,
) => {
  const angle = toRadians(rotation)
  const [across, down] = frame.turn([anchor_x, anchor_y], [-Math.sin(angle), -Math.cos(angle)])
  const sigmoid = 2
  const cells = [
    ...pair(frame.toStored([anchor_x, anchor_y])),
    toDegrees(Math.atan2(-across, -down)),
    compression * frame.diagonalScale,
    0,
    0,
  ]
  return toForm(formTypes.gradient, [[...toFloats(cells), { i32: sigmoid }]])
}

const drawEllipse: Draw = (
  { center_x = 0.5, center_y = 0.5, radius_x = 0.3, radius_y = 0.3, rotation = 0, border = 0.05 },
  frame,
) => {
  const center: Point = [center_x, center_y]
  const [across, down] = frame.turn(center, [
    Math.cos(toRadians(rotation)),
    Math.sin(toRadians(rotation)),
  ])
  const scale = frame.scaleAt(center)
  const equidistant = 0
  const cells = [
    ...pair(frame.toStored(center)),
    radius_x * scale,
    radius_y * scale,
    toDegrees(Math.atan2(down, across)),
    border * scale,
  ]
  return toForm(formTypes.ellipse, [[...toFloats(cells), { i32: equidistant }]])
}

const drawCircle: Draw = (
  { center_x = 0.5, center_y = 0.5, radius = 0.25, border = 0.05 },
  frame,
) => {
  const scale = frame.scaleAt([center_x, center_y])
  return toForm(formTypes.circle, [
    toFloats([...pair(frame.toStored([center_x, center_y])), radius * scale, border * scale]),
  ])
}

const drawRectangle: Draw = ({ x0, y0, x1, y1, border }, frame, path) => {
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined)
    throw new EditError('masking', 'A rectangle needs x0, y0, x1 and y1.', { path })
  if (x0 >= x1 || y0 >= y1)
    throw new EditError(
      'masking',
      'The rectangle is empty: x0 must be below x1, and y0 below y1.',
      { path },
    )
  const corners: readonly Point[] = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ]
  return drawPolygon(corners, frame, border)
}

const drawPath: Draw = ({ vertices, border }, frame, path) => {
  if (vertices === undefined)
    throw new EditError('masking', 'A path needs vertices: three corners or more.', {
      path: `${path}.vertices`,
    })
  return drawPolygon(vertices, frame, border)
}

/** The edges are straight, because the handles of each corner lie on the corner. */
function drawPolygon(corners: readonly Point[], frame: FrameMap, border = 0.02): MaskForm {
  const user = 2
  const points = corners.map((corner): readonly Cell[] => {
    const place = pair(frame.toStored(corner))
    const edge = border * frame.scaleAt(corner)
    return [...toFloats([...place, ...place, ...place, edge, edge]), { i32: user }]
  })
  return toForm(formTypes.path, points)
}

const draw: Readonly<Record<SimpleForm, Draw>> = {
  gradient: drawGradient,
  ellipse: drawEllipse,
  circle: drawCircle,
  rectangle: drawRectangle,
  path: drawPath,
}

const pair = ([x, y]: Point): readonly number[] => [x, y]
const toFloats = (values: readonly number[]): readonly Cell[] =>
  values.map((value) => ({ f32: value }))
const toRadians = (degrees: number) => (degrees * Math.PI) / 180
const toDegrees = (radians: number) => ((((radians * 180) / Math.PI) % 360) + 360) % 360
