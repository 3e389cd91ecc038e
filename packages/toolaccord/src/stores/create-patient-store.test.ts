import { describe, expect, it } from 'vitest'
import { createMemoryStore } from './create-memory-store.ts'
import { createPatientStore } from './create-patient-store.ts'
import type { Store } from './store.ts'

describe('a patient store', () => {
  it('does what the store behind it does', async () => {
    const store = createPatientStore(createMemoryStore(), 10_000)
    expect(await store.add('k', 'v', 1000)).toBe(true)
    await store.set('k', 'w', 1000)
    expect(await store.get('k')).toBe('w')
    await store.delete('k')
    expect(await store.get('k')).toBeUndefined()
    await expect(store.get('')).rejects.toThrow('The key of an entry has 0 characters')
  })

  it('fails if that does not answer', async () => {
    const silence = () => new Promise<never>(() => {})
    const silent = { get: silence, set: silence, add: silence, delete: silence }
    const calls: readonly ((store: Store) => Promise<unknown>)[] = [
      (store) => store.get('k'),
      (store) => store.set('k', 'v', 1),
      (store) => store.add('k', 'v', 1),
      (store) => store.delete('k'),
    ]
    for (const call of calls)
      await expect(call(createPatientStore(silent, 5))).rejects.toThrow(
        'The store did not answer within 5 ms.',
      )
  })
})
