import type { RedisJobsClient } from './create-redis-job-store.ts'

/** The part of an ioredis client that jobs need; whoever made the client closes it. */
export interface BullmqClient extends RedisJobsClient {
  /** Makes another connection to the same Redis. */
  duplicate(changes: Readonly<Record<string, unknown>>): BullmqClient
  disconnect(): void
  on(event: 'error', listener: (error: Error) => void): unknown
}

/** How long a command may take. Every command of an engine is small. */
const commandMs = 3000
const longestRetryMs = 1000

/** A connection that waits for as long as Redis is away. */
export interface LastingConnection {
  readonly client: BullmqClient
  /** Ends it, and the copies that BullMQ made of it. */
  end(): void
}

const toRetryMs = (times: number) => Math.min(times * 50, longestRetryMs)

/** Returns a connection that says soon if Redis is away. It begins with its first command. */
export function connectSoon(client: BullmqClient): BullmqClient {
  const impatience = { commandTimeout: commandMs, maxRetriesPerRequest: 1, lazyConnect: true }
  const lasting = { retryStrategy: toRetryMs, enableOfflineQueue: true }
  return listen(client.duplicate({ ...lasting, ...impatience }))
}

/** Returns a connection that waits for as long as Redis is away. */
export function connectForGood(client: BullmqClient): LastingConnection {
  let isEnded = false
  // A copy has the same settings: it must not try for ever to reach a Redis that is away.
  const retryStrategy = (times: number) => (isEnded ? null : toRetryMs(times))
  const patience = { commandTimeout: undefined, maxRetriesPerRequest: null, lazyConnect: false }
  const lasting = { retryStrategy, enableOfflineQueue: true }
  const own = listen(client.duplicate({ ...lasting, ...patience }))
  return {
    client: own,
    end() {
      isEnded = true
      own.disconnect()
    },
  }
}

/** A client without a listener writes its errors to the console; whoever asks it hears of them. */
function listen(client: BullmqClient): BullmqClient {
  client.on('error', () => {})
  return client
}
