import type { JsonSchema } from '../schema/json-schema.ts'

/** Returns a number for an example: the one nearest to 1 that a schema takes. */
export function sampleNumber(schema: JsonSchema): number {
  const { minimum = -Infinity, maximum = Infinity, multipleOf } = schema
  const step = typeof multipleOf === 'number' ? multipleOf : 1
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = schema
  const least = Math.max(minimum, exclusiveMinimum + step)
  const most = Math.min(maximum, exclusiveMaximum - step)
  // A range that is narrower than a step has its middle.
  if (least > most) {
    return (Math.max(minimum, exclusiveMinimum) + Math.min(maximum, exclusiveMaximum)) / 2
  }
  const nearest = Math.min(most, Math.max(least, 1))
  if (multipleOf === undefined) return nearest
  const above = Math.ceil(nearest / step) * step
  return above <= most ? above : Math.floor(nearest / step) * step
}
