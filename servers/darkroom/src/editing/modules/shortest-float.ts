/**
 * A 32-bit float by the fewest digits that mean it: 0.1, where its bits as a double would read
 * 0.10000000149011612.
 */
export function shortestFloat(value: number): number {
  const candidates = [6, 7, 8, 9].map((digits) => Number(value.toPrecision(digits)))
  return candidates.find((candidate) => Math.fround(candidate) === value) ?? value
}
