import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import {
  type EngineSubject,
  createEngines,
  describeEngine,
  endOf,
  hostOf,
  orderOf,
  untilStopped,
} from '../../../test/job-engine-body.ts'
import { startRedis } from '../../../test/services.ts'
import { ok } from '../../outcome/outcome.ts'
import { createBullmqParts } from './create-bullmq-parts.ts'

const redis = await startRedis()
const client = new Redis(redis?.url ?? '', { lazyConnect: true })
client.on('error', () => {})

afterAll(async () => {
  client.disconnect()
  await redis?.stop()
})

const settings = { client, prefix: 'test:', leaseMs: 2000 }
const places = { concurrency: 8, concurrencyPerCaller: 8 }

const inRedis: EngineSubject = {
  createStore: (now) => createBullmqParts({ ...settings, ...places, now: toClock(now) }).store,
  createQueue: (turns) => createBullmqParts({ ...settings, ...turns }).queue,
}

describe.skipIf(redis === undefined)('Redis', () => {
  describeEngine('Redis', inRedis)
})

describe.skipIf(redis === undefined)('jobs of several processes', () => {
  const createEngine = createEngines(inRedis)
  afterEach(() => vi.restoreAllMocks())

  it('run once each, also if there are two tickets of one', async () => {
    const runs: string[] = []
    const host = hostOf(async ({ id }) => {
      runs.push(id)
      return { outcome: ok(null) }
    })
    const engines = [createEngine(), createEngine()]
    await Promise.all(engines.map((engine) => engine.work(host)))
    const ids = Array.from({ length: 30 }, (_, number) => `twice-${number}`)
    const { queue } = createBullmqParts({ ...settings, ...places })
    for (const [number, id] of ids.entries()) {
      const order = orderOf(id)
      await engines[number % 2]?.start(order, host)
      await queue.push({ ...order, round: 7 })
    }
    await queue.close()
    await Promise.all(ids.map((id) => endOf(engines[0] ?? createEngine(), id)))
    // Another test may have left a job behind.
    const own = runs.filter((id) => ids.includes(id))
    expect(own.toSorted()).toEqual(ids.toSorted())
  })

  it('run also if their id has digits only', async () => {
    const engine = createEngine()
    const host = hostOf(async () => ({ outcome: ok(null) }))
    await engine.work(host)
    await engine.start(orderOf('12345'), host)
    expect(await endOf(engine, '12345')).toMatchObject({ state: 'completed' })
  })

  it('are run by another process if the one that has them is closed', async () => {
    const first = createEngine()
    await first.work(hostOf(() => new Promise(() => {})))
    const host = hostOf(async () => ({ outcome: ok('done') }))
    await first.start(orderOf('left', { isRepeatable: true }), host)
    await expect.poll(async () => (await first.find('left'))?.state).toBe('running')
    await first.close(AbortSignal.abort())
    const second = createEngine()
    await second.work(host)
    expect(await endOf(second, 'left')).toMatchObject({ deaths: 0, outcome: { data: 'done' } })
  })

  it('come back one after the other if their caller has all its places', async () => {
    const engine = createEngine({ concurrency: 2, concurrencyPerCaller: 1 })
    const host = { ...hostOf(untilStopped), server: 'crowd' }
    await engine.work(host)
    const ids = Array.from({ length: 60 }, (_, number) => `crowd-${number}`)
    for (const id of ids) await engine.start(orderOf(id, { server: 'crowd' }), host)
    /** How far apart the first and the last ticket come back. */
    const readSpan = async () => {
      const entries = await client.zrange('test:jobs-crowd:delayed', '0', '-1', 'WITHSCORES')
      // Every second one is a score; BullMQ keeps a time in its upper bits.
      const scores = entries.flat().filter((_, place) => place % 2 === 1)
      const times = scores.map((score) => Math.floor(Number(score) / 0x1000))
      return (times.at(-1) ?? 0) - (times[0] ?? 0)
    }
    await expect.poll(readSpan, { timeout: 15_000 }).toBeGreaterThan(500)
    for (const id of ids) await engine.cancel(id, host)
  })

  it('are not put off for others by a process whose clock is ahead', async () => {
    const { store } = createBullmqParts({ ...settings, ...places })
    const engine = createEngine()
    const host = hostOf(async () => ({ outcome: ok(null) }))
    await engine.start(orderOf('ahead', { server: 'clock' }), host)
    const claim = await store.claim('ahead')
    const { now } = Date
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000)
    await engine.work({ ...host, server: 'clock' })
    await expect.poll(() => client.llen('test:jobs-clock:active')).toBe(1)
    await sleep(200)
    // It would be there for an hour.
    expect(await client.zcard('test:jobs-clock:delayed')).toBe(0)
    await claim?.release()
    await store.close?.()
  })
})

/** Tests that do not choose the time must be held to the clock of Redis. */
const toClock = (now?: () => number) => (now === Date.now ? undefined : now)
