import type { Warning } from '../outcome/outcome.ts'

/** The number of items that a page may hold, and a warning where that is not what was asked for. */
export function clampLimit(
  asked: number,
  maxLimit: number,
): { readonly limit: number; readonly warnings?: readonly Warning[] } {
  const limit = Math.min(Math.max(Math.floor(asked) || 1, 1), maxLimit)
  if (limit === asked) return { limit }
  const message = `The limit ${asked} was changed to ${limit}: a page holds a whole number of items, from 1 to ${maxLimit}.`
  return {
    limit,
    warnings: [
      {
        code: 'LIMIT_CLAMPED',
        severity: 'warning',
        message,
        context: { limit, max_limit: maxLimit },
      },
    ],
  }
}
