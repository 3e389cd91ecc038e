/** A part that takes at least `minTokens` and at most `tokens`. */
export interface Share {
  readonly tokens: number
  readonly minTokens: number
}

/** How much sums of shares may be off because of rounding. */
export const roundingError = 0.001

/**
 * Splits an allowance evenly. A part that needs less gets less, and a part with a higher minimum
 * gets its minimum. The sum exceeds the allowance only if the minimums do.
 */
export function shareOut(shares: readonly Share[], allowance: number): number[] {
  const level = levelFor(shares, allowance)
  return shares.map((share) => clamp(level, share))
}

/** Finds the highest level at which all shares together stay within the allowance. */
function levelFor(shares: readonly Share[], allowance: number): number {
  const taken = (level: number) => shares.reduce((sum, share) => sum + clamp(level, share), 0)
  if (taken(allowance) <= allowance) return allowance
  let low = 0
  let high = allowance
  // After forty halvings the level is exact to less than a token in a billion.
  for (let round = 0; round < 40; round++) {
    const middle = (low + high) / 2
    if (taken(middle) > allowance) high = middle
    else low = middle
  }
  return low
}

const clamp = (level: number, { tokens, minTokens }: Share): number =>
  Math.max(minTokens, Math.min(level, tokens))
