import { describe, expect, it } from 'vitest'
import { createMemoryStore } from './create-memory-store.ts'

describe('a store in memory', () => {
  it('keeps an entry up to its last millisecond', async () => {
    let time = 1000
    const store = createMemoryStore({ now: () => time })
    await store.set('key', 'value', 50)
    time = 1049
    expect([await store.get('key'), await store.add('key', 'new', 50)]).toEqual(['value', false])
    time = 1050
    expect([await store.get('key'), await store.add('key', 'new', 50)]).toEqual([undefined, true])
  })

  it('lets the entry go that was written longest ago when there are too many', async () => {
    const store = createMemoryStore({ maxEntries: 2 })
    await store.set('a', '1', 1000)
    await store.set('b', '2', 1000)
    await store.set('a', '3', 1000)
    await store.add('c', '4', 1000)
    expect(await Promise.all(['a', 'b', 'c'].map((key) => store.get(key)))).toEqual([
      '3',
      undefined,
      '4',
    ])
  })

  it('lets entries go that have expired before it lets others go', async () => {
    let time = 0
    const store = createMemoryStore({ maxEntries: 2, now: () => time })
    await store.set('old but lasting', '1', 1000)
    await store.set('young and short', '2', 10)
    time = 10
    await store.set('new', '3', 1000)
    expect([await store.get('old but lasting'), await store.get('new')]).toEqual(['1', '3'])
  })

  it('holds 10000 entries by default', async () => {
    const store = createMemoryStore()
    for (let entry = 0; entry <= 10_000; entry++) await store.set(`key ${entry}`, '', 60_000)
    expect([await store.get('key 0'), await store.get('key 1')]).toEqual([undefined, ''])
  })

  it.each([0, -1, 1.5, Number.NaN])('cannot be made for %s entries', (maxEntries) => {
    expect(() => createMemoryStore({ maxEntries })).toThrow(
      `maxEntries: ${maxEntries} is not a whole number from 1`,
    )
  })
})
