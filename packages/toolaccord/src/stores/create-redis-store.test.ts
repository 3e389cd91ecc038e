import { describe, expect, it } from 'vitest'
import { createRedisStore } from './create-redis-store.ts'

const client = { get: async () => null, set: async () => null, del: async () => 0 }

describe('a store in Redis', () => {
  it.each(['with space', 'ä', 'x'.repeat(65)])('does not take the prefix %s', (prefix) => {
    expect(() => createRedisStore(client, { prefix })).toThrow(
      /^prefix: '.+' must be at most 64 letters, digits, '_', ':', '.' or '-'$/,
    )
  })

  it('fails as the client does', async () => {
    const fail = async () => Promise.reject(new Error('Connection is closed.'))
    const store = createRedisStore({ get: fail, set: fail, del: fail })
    const calls = [
      store.get('k'),
      store.set('k', 'v', 1),
      store.add('k', 'v', 1),
      store.delete('k'),
    ]
    for (const call of calls) await expect(call).rejects.toThrow('Connection is closed.')
  })
})
