import type { Warning } from '../outcome/outcome.ts'
import { toWarning } from '../outcome/warnings.ts'

/** The number of items that a page may hold. */
export interface ClampedLimit {
  readonly limit: number
  /** Says that the limit is not the one that was asked for. */
  readonly warnings?: readonly Warning[] | undefined
}

/** Changes a limit to a whole number from 1 to `maxLimit`, and warns if it had to be changed. */
export function clampLimit(asked: number, maxLimit: number): ClampedLimit {
  const limit = Math.min(Math.max(Math.floor(asked) || 1, 1), maxLimit)
  if (limit === asked) return { limit }
  const message =
    `The limit ${asked} was changed to ${limit}: ` +
    `a page holds a whole number of items, from 1 to ${maxLimit}.`
  const warning = toWarning('LIMIT_CLAMPED', message, { limit, max_limit: maxLimit })
  return { limit, warnings: [warning] }
}
