import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromLinear, lightnessToLight, toLinear, toWorking } from './light.ts'
import { greatestChroma, hueToPerceived } from './perceived-hue.ts'

describe('colours', () => {
  it('turns sRGB to light and back', () => {
    const isKept = (value: number) => Math.abs(fromLinear(toLinear(value)) - value) < 1e-6
    fc.assert(fc.property(fc.double({ min: 0, max: 1, noNaN: true }), isKept))
    expect(lightnessToLight(0.5)).toBeCloseTo(0.1842, 3)
    expect([lightnessToLight(0), lightnessToLight(1)]).toEqual([0, 1])
  })

  it('keeps white white in the working colours', () => {
    for (const value of toWorking([1, 1, 1])) expect(value).toBeCloseTo(1, 3)
  })

  it('goes up with the hue, by one for each turn', () => {
    const hue = fc.double({ min: -1, max: 2, noNaN: true })
    fc.assert(
      fc.property(hue, hue, (a, b) => {
        const isRising = hueToPerceived(a) < hueToPerceived(b) === a < b
        return Math.abs(a - b) < 0.001 || isRising
      }),
    )
    expect(hueToPerceived(1.25) - hueToPerceived(0.25)).toBeCloseTo(1, 9)
    expect(greatestChroma()).toBeGreaterThan(0)
  })
})
