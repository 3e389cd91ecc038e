import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketOf } from './bucket-of.ts'

const keys = Array.from({ length: 20_000 }, (_, index) => `user-${index}`)

describe('the bucket of a subject', () => {
  it('lies from 0 to below 100, for any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (flag, key) => {
        const bucket = bucketOf(flag, key)
        expect(bucket).toBeGreaterThanOrEqual(0)
        expect(bucket).toBeLessThan(100)
      }),
    )
  })

  it('never changes: another number would move callers in and out of every rollout', () => {
    const pinned = [
      ['new_search', 'ada', 44.803454],
      ['new_search', 'anonymous', 79.287589],
      ['bulk_export', 'ada', 26.441333],
      ['bulk_export', 'Ωmega', 13.774373],
    ] as const
    for (const [flag, key, bucket] of pinned) expect(bucketOf(flag, key)).toBeCloseTo(bucket, 6)
  })

  it.each([1, 10, 25, 50, 90])('is below %d for that share of subjects', (percentage) => {
    const share =
      keys.filter((key) => bucketOf('new_search', key) < percentage).length / keys.length
    expect(Math.abs(share * 100 - percentage)).toBeLessThan(1)
  })

  it('is spread evenly over keys that differ little', () => {
    const buckets = keys.map((key) => Math.floor(bucketOf('new_search', key)))
    const counts = Array.from(
      { length: 100 },
      (_, bucket) => buckets.filter((one) => one === bucket).length,
    )
    const expected = keys.length / counts.length
    const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    // 99 degrees of freedom: an even spread stays below this 999 times in 1,000.
    expect(chiSquare).toBeLessThan(148.2)
  })

  it('is another for another flag, so that not always the same callers go first', () => {
    const both = keys.filter(
      (key) => bucketOf('new_search', key) < 10 && bucketOf('bulk_export', key) < 10,
    ).length
    expect(both / keys.length).toBeLessThan(0.02)
    expect(both).toBeGreaterThan(0)
  })
})
