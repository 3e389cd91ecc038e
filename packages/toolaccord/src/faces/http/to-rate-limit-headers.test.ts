import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toRateLimitHeaders } from './to-rate-limit-headers.ts'

const now = Date.parse('2026-01-01T00:00:00Z')

describe('a rate-limit note', () => {
  it('becomes headers, with times as seconds from now', () => {
    expect(
      toRateLimitHeaders(
        { limit: 10, remaining: 3, resetAt: '2026-01-01T00:00:30.200Z', retryAfterSeconds: 1.2 },
        now,
      ),
    ).toEqual({
      'RateLimit-Limit': '10',
      'RateLimit-Remaining': '3',
      'RateLimit-Reset': '31',
      'Retry-After': '2',
    })
  })

  it('may give the time as seconds since the epoch', () => {
    expect(toRateLimitHeaders({ resetAt: now / 1000 + 60 }, now)).toEqual({
      'RateLimit-Reset': '60',
    })
  })

  it('of a time that is over resets now', () => {
    expect(toRateLimitHeaders({ resetAt: '2025-01-01T00:00:00Z' }, now)).toEqual({
      'RateLimit-Reset': '0',
    })
  })

  it('leave out what is not a count, whatever a tool noted', () => {
    const odd = fc.record(
      {
        limit: fc.double(),
        remaining: fc.double(),
        resetAt: fc.oneof(fc.string(), fc.double()),
        retryAfterSeconds: fc.double(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(odd, (note) => {
        for (const value of Object.values(toRateLimitHeaders(note, now)))
          expect(value).toMatch(/^\d+$/)
      }),
    )
  })
})
