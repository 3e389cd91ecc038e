/** Three numbers: a colour, or a row of a matrix. */
export type Triple = readonly [number, number, number]

/** A 3×3 matrix by rows. */
export type Matrix = readonly [Triple, Triple, Triple]

const toXyz: Matrix = [
  [0.412_390_8, 0.357_584_34, 0.180_480_79],
  [0.212_639, 0.715_168_68, 0.072_192_32],
  [0.019_330_82, 0.119_194_78, 0.950_532_15],
]

/** Converts linear sRGB to CIE XYZ. */
export const srgbToXyz = (rgb: Triple): Triple => multiply(toXyz, rgb)

/** Multiplies a matrix with a colour. */
export function multiply(matrix: Matrix, [a, b, c]: Triple): Triple {
  const row = ([x, y, z]: Triple) => x * a + y * b + z * c
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])]
}
