import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Point } from './frame.ts'
import { invert, type Perspective, project, toHomography } from './homography.ts'
import { type Crop, largestCrop } from './largest-crop.ts'

const width = 300
const height = 200
const straight: Perspective = { rotation: 0, lensshift_v: 0, lensshift_h: 0, shear: 0 }
const shift = fc.double({ min: -0.6, max: 0.6, noNaN: true })
const perspectives = fc.record({
  rotation: fc.double({ min: -180, max: 180, noNaN: true }),
  lensshift_v: shift,
  lensshift_h: shift,
  shear: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
})

/**
 * True if a crop shows the picture everywhere. The picture is convex, so testing the four corners
 * is enough.
 */
function isFull(perspective: Perspective, middle: Point, half: Point): boolean {
  const inverse = invert(toHomography(perspective, width, height).matrix)
  const corners: readonly Point[] = [-1, 1].flatMap((across) =>
    [-1, 1].map((down): Point => [middle[0] + across * half[0], middle[1] + down * half[1]]),
  )
  return corners
    .map((corner) => project(inverse, corner))
    .every(([x, y]) => x >= 0 && x <= width && y >= 0 && y <= height)
}

function inPixels(
  perspective: Perspective,
  { left, top, right, bottom }: Crop,
): { readonly middle: Point; readonly half: Point } {
  const { size } = toHomography(perspective, width, height)
  return {
    middle: [((left + right) / 2) * size[0], ((top + bottom) / 2) * size[1]],
    half: [((right - left) / 2) * size[0], ((bottom - top) / 2) * size[1]],
  }
}

describe('the largest crop', () => {
  it('has no empty corner and the shape of the photo, upright or on its side', () => {
    fc.assert(
      fc.property(perspectives, (perspective) => {
        const { middle, half } = inPixels(
          perspective,
          largestCrop(perspective, width, height) ?? expect.fail(),
        )
        expect(isFull(perspective, middle, half)).toBe(true)
        expect(Math.max(...half) / Math.min(...half)).toBeCloseTo(width / height, 4)
      }),
    )
  })

  it('is the largest: a slightly larger one fits nowhere', () => {
    const places = Array.from({ length: 21 * 21 }, (_, index): Point => [
      (index % 21) / 20,
      Math.floor(index / 21) / 20,
    ])
    fc.assert(
      fc.property(perspectives, (perspective) => {
        const { half } = inPixels(
          perspective,
          largestCrop(perspective, width, height) ?? expect.fail(),
        )
        const { size } = toHomography(perspective, width, height)
        // The margin is a pixel wide on either side.
        const larger: Point = [half[0] * 1.01 + 3, half[1] * 1.01 + 2]
        expect(
          places.some(([x, y]) => isFull(perspective, [x * size[0], y * size[1]], larger)),
        ).toBe(false)
      }),
      { numRuns: 50 },
    )
  })

  it('lies in the middle of a picture that is turned', () => {
    fc.assert(
      fc.property(fc.double({ min: -180, max: 180, noNaN: true }), (rotation) => {
        const { left, top, right, bottom } =
          largestCrop({ ...straight, rotation }, width, height) ?? expect.fail()
        expect(left + right).toBeCloseTo(1, 6)
        expect(top + bottom).toBeCloseTo(1, 6)
      }),
    )
  })

  it('is nearly everything after a quarter turn', () => {
    const { left, top, right, bottom } =
      largestCrop({ ...straight, rotation: 90 }, width, height) ?? expect.fail()
    for (const edge of [left, top, 1 - right, 1 - bottom]) expect(edge).toBeLessThan(0.01)
  })

  it('is undefined if nothing is left', () => {
    expect(largestCrop({ ...straight, rotation: 45 }, 2, 2)).toBeUndefined()
  })
})
