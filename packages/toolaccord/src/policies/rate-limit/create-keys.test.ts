import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createKeys } from './create-keys.ts'

const caller = (id: string) => ({ caller: { id, scopes: [] } })
const client = (name: string) => ({ client: { name } })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the key of a call', () => {
  it('is short and plain for every name, and differs for every caller', async () => {
    const keyOf = createKeys(1000)
    const name = fc.string({ unit: 'binary', maxLength: 100 })
    await fc.assert(
      fc.asyncProperty(name, name, async (a, b) => {
        const keys = [await keyOf(caller(a)), await keyOf(caller(b)), await keyOf(client(a))]
        for (const key of keys) expect(key).toMatch(/^[\x20-\x7e]{1,80}$/)
        expect(keys[0] === keys[1]).toBe(a === b)
        expect(keys[0]).not.toBe(keys[2])
      }),
      { numRuns: 50 },
    )
  })

  it('is shared by few of the further clients after ten thousand names, until those lapse', async () => {
    const keyOf = createKeys(1000)
    for (let index = 0; index < 10_000; index++) await keyOf(client(`client ${index}`))
    const further = new Set<string>()
    for (let index = 0; index < 20_000; index++) further.add(await keyOf(client(`new ${index}`)))
    expect(further.size).toBe(1000)
    for (const key of further) expect(key).toMatch(/^others:\d{1,3}$/)
    expect(await keyOf(client('new 0'))).toBe(await keyOf(client('new 0')))
    expect(await keyOf(client('client 0'))).toBe('client:client 0')
    expect(await keyOf(caller('ada'))).toBe('caller:ada')
    vi.advanceTimersByTime(1000)
    expect(await keyOf(client('one more'))).toBe('client:one more')
  })

  it('gives a newcomer calls although the others have used up ten thousand', async () => {
    const keyOf = createKeys(1000)
    for (let index = 0; index < 10_000; index++) await keyOf(client(`client ${index}`))
    const counts = new Map<string, number>()
    for (let index = 0; index < 10_000; index++) {
      const key = await keyOf(client(`flood ${index}`))
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    expect(counts.get(await keyOf(client('honest'))) ?? 0).toBeLessThan(100)
  })
})
