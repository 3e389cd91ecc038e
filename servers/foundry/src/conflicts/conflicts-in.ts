/** Why a value may not be what somebody meant. */
export type ConflictReason = (typeof reasons)[number]

const reasons = [
  /** Both branches gave it another value. */
  'both_changed',
  /** One branch removed the node, and the other changed it. */
  'removed_and_changed',
  /** The links of the two branches together would have been a circle. */
  'circle',
  /** It was completed against other checks than it has now. */
  'checks_changed',
  /** It was completed, and now has a part that is open. */
  'part_open',
] as const

/**
 * What a merge could not know. It is kept in `metadata.conflicts` of the node until somebody has
 * decided, so that nothing that a branch said is lost.
 */
export interface Conflict {
  /** Which member, such as `title` or `metadata.estimated_hours`; empty for the node itself. */
  readonly member: string
  readonly reason: ConflictReason
  /** The value that it has now; null if it has none. */
  readonly kept: unknown
  /** The value that it does not have; null if that side removed it. */
  readonly other: unknown
  /** Values that belong to the other one, such as the time of a completion. */
  readonly with?: Readonly<Record<string, unknown>> | undefined
}

/** Returns the conflicts that metadata keep; whatever is not one is left out. */
export function conflictsIn(metadata: Readonly<Record<string, unknown>>): readonly Conflict[] {
  const { conflicts } = metadata
  if (!Array.isArray(conflicts)) return []
  return conflicts.filter(isConflict)
}

function isConflict(value: unknown): value is Conflict {
  if (typeof value !== 'object' || value === null) return false
  const isNamed = 'member' in value && typeof value.member === 'string'
  const isKnown = 'reason' in value && reasons.some((reason) => reason === value.reason)
  return isNamed && isKnown && 'kept' in value && 'other' in value
}
