import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTokenCache } from './create-token-cache.ts'

function create(size = 10, ttlMs = 100) {
  const clock = { now: 1_000 }
  return { clock, cache: createTokenCache<string>({ size, ttlMs, now: () => clock.now }) }
}

describe('a token cache', () => {
  it('keeps an entry for its time', () => {
    const { clock, cache } = create()
    cache.set('a', 'ada', Infinity)
    clock.now = 1_099
    expect(cache.get('a')).toBe('ada')
    clock.now = 1_100
    expect(cache.get('a')).toBeUndefined()
  })

  it('never keeps an entry past its own end', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), (end, waited) => {
        const { clock, cache } = create()
        cache.set('a', 'ada', 1_000 + end)
        clock.now += waited
        return (cache.get('a') !== undefined) === waited < Math.min(end, 100)
      }),
    )
  })

  it('keeps nothing without a time', () => {
    const { cache } = create(10, 0)
    cache.set('a', 'ada', Infinity)
    expect(cache.get('a')).toBeUndefined()
  })

  it('keeps no entry that ends at a time that is not a number', () => {
    const { cache } = create()
    cache.set('a', 'ada', Number.NaN)
    expect(cache.get('a')).toBeUndefined()
  })

  it('lets nothing go for an entry that is over already', () => {
    const { cache } = create(1)
    cache.set('a', 'ada', Infinity)
    cache.set('b', 'bob', 1_000)
    expect(cache.get('a')).toBe('ada')
  })

  it('lets the oldest go when it is full', () => {
    const { cache } = create(2)
    for (const key of ['a', 'b', 'c']) cache.set(key, key, Infinity)
    expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([undefined, 'b', 'c'])
  })
})
