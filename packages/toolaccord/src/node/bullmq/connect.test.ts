import { Redis } from 'ioredis'
import { expect, it } from 'vitest'
import { connectForGood } from './connect.ts'

it('ends the copies of a connection whose Redis never came, so that a process can end', async () => {
  const client = new Redis('redis://127.0.0.1:1', { lazyConnect: true })
  const lasting = connectForGood(client)
  // The cast names what ioredis makes of a client of its own.
  const copy = lasting.client.duplicate({}) as Redis
  copy.on('error', () => {})
  await expect.poll(() => copy.status).toBe('reconnecting')
  lasting.end()
  await expect.poll(() => copy.status, { timeout: 10_000 }).toBe('end')
})
