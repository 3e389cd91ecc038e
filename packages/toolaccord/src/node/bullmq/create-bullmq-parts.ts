import type { JobEngineParts } from '../../jobs/engine/create-job-engine.ts'
import type { PlacesOptions } from '../../jobs/engine/create-places.ts'
import { type BullmqClient, connectForGood, connectSoon } from './connect.ts'
import { createBullmqQueue } from './create-bullmq-queue.ts'
import { type RedisJobStoreOptions, createRedisJobStore } from './create-redis-job-store.ts'

/** What the parts of an engine in Redis are made of. */
export interface BullmqPartsInit extends RedisJobStoreOptions, PlacesOptions {
  readonly client: BullmqClient
}

/** Creates the store and the queue of an engine, with connections of their own. */
export function createBullmqParts(init: BullmqPartsInit): Pick<JobEngineParts, 'store' | 'queue'> {
  const { client, prefix, leaseMs, concurrency, concurrencyPerCaller } = init
  const commands = connectSoon(client)
  const queue = createBullmqQueue({
    // BullMQ puts a colon between the prefix and the name of a queue.
    prefix: prefix.replace(/:$/, ''),
    commands,
    connectWorker: () => connectForGood(client),
    lockMs: leaseMs,
    concurrency,
    concurrencyPerCaller,
  })
  const store = createRedisJobStore(commands, init)
  return { store: { ...store, close: async () => commands.disconnect() }, queue }
}
