import { describe, expect, it } from 'vitest'
import { createRedisArchive } from './create-redis-archive.ts'

const fail = async () => Promise.reject(new Error('Connection is closed.'))
const client = { eval: fail, getBuffer: fail, hget: fail, hgetall: fail, sscan: fail }

describe('an archive in Redis', () => {
  it.each(['with space', 'ä', 'x'.repeat(65)])('does not take the prefix %s', (prefix) => {
    expect(() => createRedisArchive(client, { prefix })).toThrow(
      /^prefix: '.+' must be at most 64 letters, digits, '_', ':', '.', '-' or braces$/,
    )
  })

  it('is unavailable while the client is', async () => {
    await expect(createRedisArchive(client).put('x', { owner: 'ada' })).rejects.toMatchObject({
      reason: 'unavailable',
      cause: new Error('Connection is closed.'),
    })
  })
})
