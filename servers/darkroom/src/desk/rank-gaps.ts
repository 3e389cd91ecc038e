import type { Gap } from '../context/gaps.ts'
import { groupBy } from './group-by.ts'

/** A capability that was wanted, and how often. */
export interface RankedGap {
  readonly capability: string
  readonly count: number
  readonly images: number
  /** The mean of those that were given; null when none was. */
  readonly satisfaction: number | null
  readonly last_wanted: string
}

/**
 * What is lacking, most wanted first; gaps are the same when their capability is, or else their
 * description.
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
  const told = alike.flatMap<number>(({ satisfaction }) =>
    satisfaction === null ? [] : [satisfaction],
  )
  return {
    capability,
    count: alike.length,
    images: new Set(alike.map(({ image_id }) => image_id)).size,
    satisfaction:
      told.length === 0
        ? null
        : Math.round((told.reduce((sum, one) => sum + one, 0) / told.length) * 100) / 100,
    last_wanted:
      alike
        .map(({ timestamp }) => timestamp)
        .toSorted()
        .at(-1) ?? '',
  }
}
