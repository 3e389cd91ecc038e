import { findBudgetProblem } from '../fidelity/budget.ts'

/** A request id that fits into headers and logs as it is; undefined for any other value. */
export const safeId = (id: unknown): string | undefined =>
  typeof id === 'string' && /^[\w.-]{1,128}$/.test(id) ? id : undefined

/** A budget as a caller gives it, a number or its digits; NaN for anything else. */
export function toBudget(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
}

/** A budget that can be kept; undefined for any other value, which is refused before it is used. */
export function plausibleBudget(value: unknown): number | undefined {
  if (value === undefined) return undefined
  return findBudgetProblem(value) === undefined ? Number(value) : undefined
}

/**
 * A `traceparent` of W3C Trace Context; undefined for any other value, because a call is not
 * refused for a broken trace.
 */
export const plausibleTraceparent = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/.test(value)
    ? value
    : undefined

/** A time limit in milliseconds that a caller sets itself; undefined for any other value. */
export function plausibleTimeout(value: unknown): number | undefined {
  const timeoutMs = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return typeof timeoutMs === 'number' && timeoutMs > 0 ? timeoutMs : undefined
}
