import { findBudgetProblem } from '../fidelity/budget.ts'

/** Whether a value can name a call for the one who retries it. */
export const isIdempotencyKey = (key: unknown): key is string =>
  typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)

/** What is said about any other value. */
export const badIdempotencyKey = {
  message: 'The idempotency key must be 1 to 255 visible ASCII characters.',
  hint: 'Send a random UUID, and the same one when the call is retried.',
} as const

/** A budget as a caller gives it: a number, or its digits; not a number for anything else. */
export const toBudget = (value: unknown): number =>
  typeof value === 'string' && /^\d{1,15}$/.test(value)
    ? Number(value)
    : typeof value === 'number'
      ? value
      : Number.NaN

/** A budget that can be kept; undefined for any other value, which is refused before it is used. */
export const plausibleBudget = (value: unknown): number | undefined =>
  findBudgetProblem(value) === undefined ? Number(value) : undefined

/**
 * A `traceparent` of W3C Trace Context; undefined for any other value, because a broken trace is no
 * reason to refuse a call.
 */
export const plausibleTraceparent = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/.test(value)
    ? value
    : undefined

/** A time limit in milliseconds that a caller sets itself; undefined for what is none. */
export function plausibleTimeout(value: unknown): number | undefined {
  const timeoutMs = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return typeof timeoutMs === 'number' && timeoutMs > 0 ? timeoutMs : undefined
}
