import { toLinear } from '../../src/editing/colour/light.ts'
import { type Picture, pixelAt } from './pixels.ts'

/** Returns how much of one stop down a pixel shows: 0 for nothing, 1 for all of it. */
export function shareAt(before: Picture, after: Picture, x: number, y: number): number {
  const light = (picture: Picture) =>
    pixelAt(picture, x, y).reduce((sum, value) => sum + toLinear(value / 255), 0)
  return (1 - light(after) / light(before)) * 2
}
