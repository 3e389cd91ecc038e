import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBaseline } from '../state/create-baseline.ts'
import { createFrameMap } from './create-frame-map.ts'
import { invert, project, toHomography } from './homography.ts'

const state = createBaseline()
const frame = { width: 300, height: 200 }

describe('frames', () => {
  it('finds the way back through any perspective', () => {
    const small = fc.double({ min: -0.4, max: 0.4, noNaN: true })
    const perspectives = fc.record({
      rotation: fc.double({ min: -180, max: 180, noNaN: true }),
      lensshift_v: small,
      lensshift_h: small,
      shear: small,
    })
    fc.assert(
      fc.property(perspectives, (perspective) => {
        const { matrix } = toHomography(perspective, 300, 200)
        const [x, y] = project(invert(matrix), project(matrix, [70, 50]))
        expect(x).toBeCloseTo(70, 4)
        expect(y).toBeCloseTo(50, 4)
      }),
    )
  })

  it('leaves points where they are in a picture that is as it was stored', () => {
    const map = createFrameMap(state, frame)
    expect(map.toStored([0.3, 0.6])).toEqual([0.3, 0.6])
    expect(map.scaleAt([0.3, 0.6])).toBeCloseTo(1, 6)
    expect([map.size, map.diagonalScale]).toEqual([[300, 200], 1])
  })

  it('includes the border of the sensor', () => {
    const map = createFrameMap(state, {
      ...frame,
      border: { left: 60, top: 20, right: 40, bottom: 30 },
    })
    expect(map.toStored([0, 0])).toEqual([60 / 400, 20 / 250])
    expect(map.toStored([1, 1])).toEqual([360 / 400, 220 / 250])
    expect(map.scaleAt([0.5, 0.5])).toBeCloseTo(200 / 250, 6)
  })
})
