import type { RateLimit } from '../../outcome/outcome.ts'

/** A rate-limit note as HTTP headers: counts, and times as seconds from now. */
export function toRateLimitHeaders(
  { limit, remaining, resetAt, retryAfterSeconds }: RateLimit,
  now: number = Date.now(),
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  // A value that is not a count would make the header invalid, so it is left out.
  const add = (name: string, value: number | undefined) => {
    if (isCount(value)) headers[name] = String(Math.ceil(value))
  }
  add('RateLimit-Limit', limit)
  add('RateLimit-Remaining', remaining)
  if (resetAt !== undefined)
    add('RateLimit-Reset', Math.max(0, (toMilliseconds(resetAt) - now) / 1000))
  add('Retry-After', retryAfterSeconds)
  return headers
}

function toMilliseconds(time: string | number): number {
  if (typeof time === 'string') return Date.parse(time)
  return time * 1000
}

const isCount = (value: number | undefined): value is number =>
  value !== undefined && value >= 0 && value <= Number.MAX_SAFE_INTEGER
