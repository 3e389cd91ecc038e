import { afterEach, describe, expect, it, vi } from 'vitest'
import { sortByTime, timeOf } from './time-of.ts'

afterEach(() => vi.unstubAllEnvs())

describe('the time of a text', () => {
  it('is the same wherever it is read', () => {
    vi.stubEnv('TZ', 'Asia/Tokyo')
    const time = Date.UTC(2026, 0, 2, 3, 4, 5)
    expect(timeOf('2026-01-02T03:04:05')).toBe(time)
    expect(timeOf('2026-01-02T03:04:05.000000')).toBe(time)
    expect(timeOf('2026-01-02T03:04:05Z')).toBe(time)
    expect(timeOf('2026-01-02T05:04:05+02:00')).toBe(time)
  })

  it.each(['yesterday', '', 5, undefined, null])('is not known: %s', (text) => {
    expect(timeOf(text)).toBeUndefined()
  })
})

describe('what is sorted by time', () => {
  it('leaves one without a time behind the one before it', () => {
    const items = ['2026-01-02', 'b', '2026-01-03', '2026-01-01', 'e']
    expect(sortByTime(items, (item) => item)).toEqual([
      '2026-01-01',
      'e',
      '2026-01-02',
      'b',
      '2026-01-03',
    ])
  })
})
