import type { Gap } from '../context/gaps.ts'
import { groupBy } from './group-by.ts'

/** A missing capability, and how often it was wanted. */
export interface RankedGap {
  readonly capability: string
  readonly count: number
  readonly images: number
  /** The mean of the given ratings; null if there are none. */
  readonly satisfaction: number | null
  readonly last_wanted: string
}

/**
 * Ranks gaps, the most wanted first. Gaps are equal if their capability is, or their description if
 * they have none.
 */
export function rankGaps(gaps: readonly Gap[]): RankedGap[] {
  const groups = groupBy(gaps, ({ missing_capability, description }) =>
    (missing_capability ?? description).trim().toLowerCase(),
  )
  return [...groups]
    .map(([capability, alike]) => toRanked(capability, alike))
    .toSorted((a, b) => b.count - a.count || (a.last_wanted < b.last_wanted ? 1 : -1))
}

function toRanked(capability: string, alike: readonly Gap[]): RankedGap {
  const times = alike.map(({ timestamp }) => timestamp).toSorted()
  return {
    capability,
    count: alike.length,
    images: new Set(alike.map(({ image_id }) => image_id)).size,
    satisfaction: meanSatisfaction(alike),
    last_wanted: times.at(-1) ?? '',
  }
}

function meanSatisfaction(gaps: readonly Gap[]): number | null {
  let sum = 0
  let count = 0
  for (const { satisfaction } of gaps) {
    if (satisfaction === null) continue
    sum += satisfaction
    count++
  }
  if (count === 0) return null
  return Math.round((sum / count) * 100) / 100
}
