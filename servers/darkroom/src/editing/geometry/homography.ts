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

/** The settings of darktable's module for rotation and perspective. */
export interface Perspective {
  readonly rotation: number
  readonly lensshift_v: number
  readonly lensshift_h: number
  readonly shear: number
}

/** Reads rotation and perspective from the module's fields. */
export const toPerspective = (fields: Readonly<Record<string, unknown>>): Perspective => ({
  rotation: Number(fields.rotation ?? 0),
  lensshift_v: Number(fields.lensshift_v ?? 0),
  lensshift_h: Number(fields.lensshift_h ?? 0),
  shear: Number(fields.shear ?? 0),
})

/**
 * Returns the matrix that applies rotation and perspective to a pixel, and the size of the result.
 * The bounding box of the result starts at 0, 0.
 */
export function toHomography(
  { rotation, lensshift_v, lensshift_h, shear }: Perspective,
  width: number,
  height: number,
): { readonly matrix: Homography; readonly size: Point } {
  const sheared: Homography = [1, shear, 0, shear, 1, 0, 0, 0, 1]
  const warped = [
    turned(rotation, width / 2, height / 2),
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
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  const left = Math.min(...xs)
  const top = Math.min(...ys)
  return {
    matrix: multiply([1, 0, -left, 0, 1, -top, 0, 0, 1], warped),
    size: [Math.max(...xs) - left, Math.max(...ys) - top],
  }
}

/** A turn around the middle of the picture. */
function turned(degrees: number, middleX: number, middleY: number): Homography {
  const angle = (degrees * Math.PI) / 180
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  return [
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
}

/** The lens shift along the first axis, in the module's generic setting. */
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

/** The same matrix with x and y swapped. */
const swapped = ([a, b, c, d, e, f, g, h, i]: Homography): Homography => [e, d, f, b, a, c, h, g, i]

/** Applies a matrix to a point. */
export function project([a, b, c, d, e, f, g, h, i]: Homography, [x, y]: Point): Point {
  const w = g * x + h * y + i
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w]
}

/** Returns the inverse of a matrix. */
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
