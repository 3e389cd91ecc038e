/**
 * Returns the number with the fewest digits that is the same 32-bit float: 0.1 instead of
 * 0.10000000149011612.
 */
export function shortestFloat(value: number): number {
  const candidates = [6, 7, 8, 9].map((digits) => Number(value.toPrecision(digits)))
  return candidates.find((candidate) => Math.fround(candidate) === value) ?? value
}
