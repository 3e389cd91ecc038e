import type { Point } from './frame.ts'

/** A 3×3 matrix by rows, on points (x, y, 1). */
export type Homography = readonly [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]

/** What darktable's module for rotation and perspective is set to. */
export interface Perspective {
  readonly rotation: number
  readonly lensshift_v: number
  readonly lensshift_h: number
  readonly shear: number
}

/** Rotation and perspective as the module's fields have them. */
export const toPerspective = (fields: Readonly<Record<string, unknown>>): Perspective => ({
  rotation: Number(fields.rotation ?? 0),
  lensshift_v: Number(fields.lensshift_v ?? 0),
  lensshift_h: Number(fields.lensshift_h ?? 0),
  shear: Number(fields.shear ?? 0),
})

/**
 * The way of a pixel through rotation and perspective, so that the picture's bounding box starts at
 * 0, 0; and the size of that box.
 */
export function toHomography(
  { rotation, lensshift_v, lensshift_h, shear }: Perspective,
  width: number,
  height: number,
): { readonly matrix: Homography; readonly size: Point } {
  const angle = (rotation * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const [middleX, middleY] = [width / 2, height / 2]
  const turned: Homography = [
    cos,
    sin,
    middleX - middleX * cos - middleY * sin,
    -sin,
    cos,
    middleY + middleX * sin - middleY * cos,
    0,
    0,
    1,
  ]
  const sheared: Homography = [1, shear, 0, shear, 1, 0, 0, 0, 1]
  const warped = [
    turned,
    sheared,
    swapped(shifted(lensshift_v, height, width)),
    shifted(lensshift_h, width, height),
  ].reduce((before, next) => multiply(next, before))
  const corners = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ].map(([x = 0, y = 0]) => project(warped, [x, y]))
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return {
    matrix: multiply([1, 0, -left, 0, 1, -top, 0, 0, 1], warped),
    size: [Math.max(...xs) - left, Math.max(...ys) - top],
  }
}

/** Lens shift along the first axis, in the module's generic setting. */
function shifted(shift: number, along: number, across: number): Homography {
  const e = Math.exp(shift)
  return [
    e,
    0,
    0,
    (0.5 * (e - 1) * across) / along,
    (2 * e) / (e + 1),
    (-0.5 * (e - 1) * across) / (e + 1),
    (e - 1) / along,
    0,
    1,
  ]
}

/** The same with x and y changed. */
const swapped = ([a, b, c, d, e, f, g, h, i]: Homography): Homography => [e, d, f, b, a, c, h, g, i]

/** Where a point goes. */
export function project([a, b, c, d, e, f, g, h, i]: Homography, [x, y]: Point): Point {
  const w = g * x + h * y + i
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w]
}

/** The way back. */
export function invert([a, b, c, d, e, f, g, h, i]: Homography): Homography {
  const adjugate: Homography = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ]
  const determinant = a * adjugate[0] + b * adjugate[3] + c * adjugate[6]
  return scale(adjugate, 1 / determinant)
}

const scale = ([a, b, c, d, e, f, g, h, i]: Homography, by: number): Homography => [
  a * by,
  b * by,
  c * by,
  d * by,
  e * by,
  f * by,
  g * by,
  h * by,
  i * by,
]

function multiply(m: Homography, n: Homography): Homography {
  const cell = (row: 0 | 1 | 2, column: 0 | 1 | 2) => {
    const at = (matrix: Homography, index: number) => matrix[index] ?? 0
    return (
      at(m, row * 3) * at(n, column) +
      at(m, row * 3 + 1) * at(n, column + 3) +
      at(m, row * 3 + 2) * at(n, column + 6)
    )
  }
  return [
    cell(0, 0),
    cell(0, 1),
    cell(0, 2),
    cell(1, 0),
    cell(1, 1),
    cell(1, 2),
    cell(2, 0),
    cell(2, 1),
    cell(2, 2),
  ]
}
