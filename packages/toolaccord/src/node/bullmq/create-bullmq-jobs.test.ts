import { Redis } from 'ioredis'
import { afterAll, describe } from 'vitest'
import { describeEngine } from '../../../test/job-engine-body.ts'
import { startRedis } from '../../../test/services.ts'
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

describe.skipIf(redis === undefined)('Redis', () => {
  describeEngine('Redis', {
    createStore: (now) => createBullmqParts({ ...settings, ...places, now: toClock(now) }).store,
    createQueue: (turns) => createBullmqParts({ ...settings, ...turns }).queue,
  })
})

/** Tests that do not choose the time must be held to the clock of Redis. */
const toClock = (now?: () => number) => (now === Date.now ? undefined : now)
