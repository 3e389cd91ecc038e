/** Something that takes between its least and its most. */
export interface Share {
  readonly tokens: number
  readonly least: number
}

/**
 * How much each may take: all of them the same, except those that need less or cannot do with it.
 * The sum is at most the allowance if the leasts allow it.
 */
export function shareOut(shares: readonly Share[], allowance: number): number[] {
  const taken = (level: number) => shares.reduce((sum, share) => sum + clamp(level, share), 0)
  let [low, high] = [0, allowance]
  if (taken(high) > allowance) {
    // Forty halvings tell levels apart that differ by less than a token in a billion.
    for (let round = 0; round < 40; round++) {
      const middle = (low + high) / 2
      if (taken(middle) > allowance) high = middle
      else low = middle
    }
    high = low
  }
  return shares.map((share) => clamp(high, share))
}

const clamp = (level: number, { tokens, least }: Share): number =>
  Math.max(least, Math.min(level, tokens))
