import fc from 'fast-check'
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

  it.each([0, 4_194_303, Infinity])('cannot be made for %s bytes', (maxBytes) => {
    expect(() => createMemoryStore({ maxBytes })).toThrow(
      `maxBytes: ${maxBytes} is not a whole number from 4194304`,
    )
  })
})

describe('the shares of callers in a store in memory', () => {
  const megabyte = 'x'.repeat(1_000_000)

  it('do not let one push out the entries of another', async () => {
    const store = createMemoryStore({ maxEntries: 100 })
    for (let entry = 0; entry < 20; entry++) await store.set(`ada/${entry}`, '', 60_000)
    for (let entry = 0; entry < 1000; entry++) await store.set(`eve/${entry}`, '', 60_000)
    for (let entry = 0; entry < 20; entry++) expect(await store.get(`ada/${entry}`)).toBe('')
    expect(await store.get('eve/999')).toBe('')
    expect(await store.get('eve/920')).toBe('')
    expect(await store.get('eve/919')).toBeUndefined()
  })

  it('are bounded in bytes, 64 MB in all by default', async () => {
    const store = createMemoryStore()
    await store.set('ada/1', megabyte, 60_000)
    for (let entry = 0; entry < 1500; entry++) await store.set(`eve/${entry}`, megabyte, 60_000)
    expect(await store.get('ada/1')).toBe(megabyte)
    let held = 0
    for (let entry = 0; entry < 1500; entry++)
      if ((await store.get(`eve/${entry}`)) !== undefined) held++
    expect(held).toBe(32)
  })

  it('are those of whoever takes most, by bytes or by number', async () => {
    const store = createMemoryStore({ maxEntries: 10, maxBytes: 10_000_000 })
    for (const key of ['big/1', 'big/2', 'big/3']) await store.set(key, megabyte, 60_000)
    for (let entry = 0; entry < 8; entry++) await store.set(`many/${entry}`, '', 60_000)
    expect(await store.get('many/0')).toBeUndefined()
    await store.set('big/4', megabyte, 60_000)
    await store.set('big/5', megabyte, 60_000)
    expect([await store.get('big/1'), await store.get('many/3')]).toEqual([undefined, ''])
  })

  it('shrink when entries are replaced, deleted or expire', async () => {
    let time = 0
    const store = createMemoryStore({ maxEntries: 3, now: () => time })
    for (let round = 0; round < 10; round++) await store.set('ada/1', megabyte, 1000)
    await store.set('ada/2', '', 10)
    await store.set('ada/3', '', 1000)
    await store.delete('ada/3')
    time = 10
    await store.set('eve/1', '', 1000)
    await store.set('eve/2', '', 1000)
    const kept = await Promise.all(['ada/1', 'eve/1', 'eve/2'].map((key) => store.get(key)))
    expect(kept).toEqual([megabyte, '', ''])
  })

  it('keep those who take least, whatever the order', async () => {
    const writes = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(50)), {
      maxLength: 120,
    })
    await fc.assert(
      fc.asyncProperty(writes, async (written) => {
        const store = createMemoryStore({ maxEntries: 20 })
        const keys = new Set(written.map(([who, n]) => `${who}/${n}`))
        for (const [who, n] of written) await store.set(`${who}/${n}`, '', 60_000)
        const held = await Promise.all([...keys].map((key) => store.get(key)))
        expect(held.filter((value) => value !== undefined)).toHaveLength(Math.min(keys.size, 20))
        for (const who of ['a', 'b', 'c', 'd']) {
          const own = [...keys].filter((key) => key.startsWith(`${who}/`))
          if (own.length > 5) continue
          for (const key of own) expect(await store.get(key)).toBe('')
        }
      }),
    )
  })
})
