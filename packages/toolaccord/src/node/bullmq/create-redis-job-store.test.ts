import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { orderOf } from '../../../test/job-engine-body.ts'
import { startRedis } from '../../../test/services.ts'
import type { Job } from '../../jobs/job.ts'
import { ok } from '../../outcome/outcome.ts'
import { createRedisJobStore } from './create-redis-job-store.ts'

const redis = await startRedis()
const client = new Redis(redis?.url ?? '', { lazyConnect: true })
const other = client.duplicate()

afterAll(async () => {
  client.disconnect()
  other.disconnect()
  await redis?.stop()
})

const createStore = (leaseMs = 60_000, now?: () => number) =>
  createRedisJobStore(client, { prefix: 'store:', leaseMs, now })

const jobOf = (id: string, createdAt = 1): Job => ({
  order: orderOf(id),
  state: 'waiting',
  attempts: 0,
  deaths: 0,
  createdAt,
  changedAt: createdAt,
})

const endedOf = (job: Job, expiresAt: number): Job => ({
  ...job,
  state: 'completed',
  outcome: ok(null),
  expiresAt,
})

describe.skipIf(redis === undefined)('a store of jobs in Redis', () => {
  beforeEach(async () => {
    await client.flushall()
  })

  it('gives one of many who claim a job at once the right to change it', async () => {
    const stores = [client, other].map((one) =>
      createRedisJobStore(one, { prefix: 'store:', leaseMs: 60_000 }),
    )
    await createStore().add(jobOf('a'))
    const claims = await Promise.all(
      Array.from({ length: 100 }, (_, number) => stores[number % 2]?.claim('a')),
    )
    expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1)
  })

  it('takes nothing from a holder that another has followed', async () => {
    const store = createStore(50)
    await store.add(jobOf('a'))
    const first = await store.claim('a')
    await sleep(100)
    const second = await createStore().claim('a')
    expect(await first?.renew()).toBe('lost')
    expect(await first?.save({ ...jobOf('a'), attempts: 9 })).toBe(false)
    await first?.release()
    expect(await store.find('a')).toMatchObject({ attempts: 0 })
    expect(await second?.save({ ...jobOf('a'), attempts: 1 })).toBe(true)
    expect(await store.find('a')).toMatchObject({ attempts: 1 })
  })

  it('lets a late holder go on if nobody has followed it', async () => {
    const store = createStore(50)
    await store.add(jobOf('a'))
    const claim = await store.claim('a')
    await sleep(100)
    expect(await claim?.renew()).toBe('held')
    expect(await store.claim('a')).toBeUndefined()
  })

  it.each(['', 'a:b', '../a', '*', 'ü', 'a'.repeat(129), 'a'.repeat(1_000_000), 'a\r\nFLUSHALL'])(
    'knows no job with a forged id (%#)',
    async (id) => {
      const store = createStore()
      expect(await store.find(id)).toBeUndefined()
      expect(await store.claim(id)).toBeUndefined()
      await store.askToStop(id)
      await expect(store.add(jobOf(id))).rejects.toThrow('id of a job')
      expect(await client.keys('*')).toEqual([])
    },
  )

  it('leaves no key behind when a job has expired', async () => {
    let time = 1000
    const store = createStore(60_000, () => time)
    await store.add(jobOf('a'))
    const claim = await store.claim('a')
    await claim?.save(endedOf(jobOf('a'), 61_000))
    await claim?.release()
    time = 60_999
    await store.sweep()
    expect(await store.list({ server: 'lab', limit: 9 })).toHaveLength(1)
    time = 61_000
    expect(await store.list({ server: 'lab', limit: 9 })).toEqual([])
    await store.sweep()
    expect(await client.keys('*')).toEqual([])
  })

  it('takes a new job under the id of one that has expired', async () => {
    let time = 1000
    const store = createStore(60_000, () => time)
    await store.add(jobOf('a'))
    const claim = await store.claim('a')
    await claim?.save(endedOf(jobOf('a'), 61_000))
    expect(await store.add(jobOf('a'))).toBe(false)
    time = 61_000
    expect(await store.add(jobOf('a'))).toBe(true)
    await store.sweep()
    expect(await store.find('a')).toMatchObject({ state: 'waiting' })
  })

  it('lets Redis forget what nobody sweeps', async () => {
    const store = createStore()
    await store.add(jobOf('a'))
    const claim = await store.claim('a')
    expect(await client.pttl('store:job:a')).toBe(-1)
    await claim?.save(endedOf(jobOf('a'), Date.now() + 60_000))
    expect(await client.pttl('store:job:a')).toBeGreaterThan(60_000)
  })

  it('lists as many as are wanted, the newest first', async () => {
    const store = createStore()
    const ids = Array.from({ length: 450 }, (_, number) => `n${number}`)
    await Promise.all(ids.map((id, number) => store.add(jobOf(id, number))))
    for (const id of ids.slice(0, 3)) {
      const claim = await store.claim(id)
      await claim?.save(endedOf(jobOf(id), Date.now() + 60_000))
    }
    const idsOf = (jobs: readonly Job[]) => jobs.map(({ order }) => order.id)
    const newest = await store.list({ server: 'lab', owner: 'ada', limit: 300 })
    expect(idsOf(newest)).toEqual(ids.toReversed().slice(0, 300))
    const open = await store.list({ server: 'lab', hasEnded: false, limit: 1000 })
    expect(idsOf(open)).toEqual(ids.slice(3).toReversed())
    const ended = await store.list({ server: 'lab', hasEnded: true, limit: 2 })
    expect(idsOf(ended)).toEqual(['n2', 'n1'])
  })
})
