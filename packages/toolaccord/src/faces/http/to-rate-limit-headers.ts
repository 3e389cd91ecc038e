import type { RateLimit } from '../../outcome/outcome.ts'

/**
 * A rate-limit note as HTTP headers: counts, and times as seconds from now. What is no count is
 * left out.
 */
export function toRateLimitHeaders(
  { limit, remaining, resetAt, retryAfterSeconds }: RateLimit,
  now: number = Date.now(),
): Readonly<Record<string, string>> {
  const values = {
    'RateLimit-Limit': limit,
    'RateLimit-Remaining': remaining,
    'RateLimit-Reset':
      resetAt === undefined ? undefined : Math.max(0, (toMilliseconds(resetAt) - now) / 1000),
    'Retry-After': retryAfterSeconds,
  }
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      isCount(value) ? [[name, String(Math.ceil(value))]] : [],
    ),
  )
}

const toMilliseconds = (time: string | number): number =>
  typeof time === 'number' ? time * 1000 : Date.parse(time)

const isCount = (value: number | undefined): value is number =>
  value !== undefined && value >= 0 && value <= Number.MAX_SAFE_INTEGER
