import { describe, expect, it } from 'vitest'
import { createPageCache } from './create-page-cache.ts'

describe('pages that were written', () => {
  it('are written once for all who ask, until they are old', async () => {
    let time = 0
    let count = 0
    const cache = createPageCache(() => new Date(time))
    const write = async () => `page ${++count}`
    const [one, other] = await Promise.all([cache.get('a', write), cache.get('a', write)])
    expect(one).toBe(other)
    expect(one.text).toBe('page 1')
    expect((await cache.get('b', write)).text).toBe('page 2')
    time = 20_000
    expect((await cache.get('a', write)).text).toBe('page 3')
  })

  it('are not kept if they could not be written, and never more than a few', async () => {
    const cache = createPageCache(() => new Date(0))
    await expect(cache.get('a', () => Promise.reject(new Error('full')))).rejects.toThrow('full')
    expect((await cache.get('a', async () => 'again')).text).toBe('again')
    for (let at = 0; at < 16; at++) await cache.get(String(at), async () => 'other')
    expect((await cache.get('a', async () => 'anew')).text).toBe('anew')
  })

  it('have the same hash if they have the same text', async () => {
    const cache = createPageCache(() => new Date(0))
    const [one, same, other] = [
      await cache.get('a', async () => 'x'),
      await cache.get('b', async () => 'x'),
      await cache.get('c', async () => 'y'),
    ]
    expect(one.contentHash).toBe(same.contentHash)
    expect(one.contentHash).not.toBe(other.contentHash)
  })
})
