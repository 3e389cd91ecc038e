import { describe, expect, it } from 'vitest'
import { readGrayCard, type Pixels } from './read-gray-card.ts'
import { EditError } from './state/edit-error.ts'

const flat = (colour: readonly number[], channels: 3 | 4 = 3): Pixels => ({
  width: 20,
  height: 10,
  channels,
  data: Uint8Array.from({ length: 200 * channels }, (_, index) => colour[index % channels] ?? 255),
})
const refusal = (colour: readonly number[], x: number, y: number) => {
  try {
    readGrayCard(flat(colour), { x, y })
  } catch (thrown) {
    return thrown instanceof EditError ? [thrown.reason, thrown.path] : thrown
  }
  return 'accepted'
}

describe('a grey card', () => {
  it('that is grey needs no correction', () => {
    expect(readGrayCard(flat([120, 120, 120]), { x: 5, y: 5 })).toMatchObject({
      red_coeff: 1,
      green_coeff: 1,
      blue_coeff: 1,
      sampled_g: 120,
      sample_radius: 5,
      parameter_values: { red: 1, green: 1, blue: 1 },
    })
    const withAlpha = flat([120, 120, 120, 9], 4)
    expect(readGrayCard(withAlpha, { x: 0, y: 9, sampleRadius: 100 }).red_coeff).toBe(1)
  })

  it('is measured in linear light', () => {
    const { red_coeff, blue_coeff } = readGrayCard(flat([150, 120, 90]), {
      x: 5,
      y: 5,
      sampleRadius: 2,
    })
    expect(red_coeff).toBeLessThan(120 / 150)
    expect(blue_coeff).toBeGreaterThan(120 / 90)
  })

  it('must be in the picture, lit, and grey', () => {
    expect(refusal([1, 1, 1], 20, 5)).toEqual(['invalid_input', 'x'])
    expect(refusal([1, 1, 1], 2, 10)).toEqual(['invalid_input', 'y'])
    expect(refusal([100, 100, 0], 2, 2)).toEqual(['invalid_input', undefined])
    expect(refusal([3, 250, 3], 2, 2)).toEqual(['invalid_input', undefined])
  })
})
