import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { JsonSchema } from '../schema/json-schema.ts'
import { sampleNumber } from './sample-number.ts'

describe('a number in an example', () => {
  it.each([
    [z.int(), 1],
    [z.number(), 1],
    [z.int().min(5), 5],
    [z.int().max(-3), -3],
    [z.int().positive(), 1],
    [z.int().gt(1), 2],
    [z.int().negative(), -1],
    [z.number().gt(0).lt(1), 0.5],
    [z.int().multipleOf(5), 5],
  ])('is near to 1, and one that the schema takes: %#', (schema, expected) => {
    // The cast names what the library writes.
    const number = sampleNumber(z.toJSONSchema(schema) as JsonSchema)
    expect(number).toBe(expected)
    expect(schema.safeParse(number).success).toBe(true)
  })

  it('is in the range, whatever the range is', () => {
    const bounds = fc.tuple(fc.maxSafeInteger(), fc.nat({ max: 1000 }))
    fc.assert(
      fc.property(bounds, ([minimum, width]) => {
        const maximum = Math.min(minimum + width, Number.MAX_SAFE_INTEGER)
        const number = sampleNumber({ type: 'integer', minimum, maximum })
        expect(number).toBeGreaterThanOrEqual(minimum)
        expect(number).toBeLessThanOrEqual(maximum)
      }),
    )
  })
})
