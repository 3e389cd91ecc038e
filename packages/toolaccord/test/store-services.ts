import { Redis } from 'ioredis'
import { Pool } from 'pg'
import { createPostgresStore } from '../src/stores/create-postgres-store.ts'
import { createRedisStore } from '../src/stores/create-redis-store.ts'
import type { Store } from '../src/stores/store.ts'
import { type Service, startPostgres, startRedis } from './services.ts'

/** A store of a program that a test may stop. */
export interface StoreService extends Service {
  readonly store: Store
  /** Ends the connections, and then the program. */
  stop(): Promise<void>
}

/** Starts a Redis and connects to it with a client that gives commands up if it is away. */
export async function startRedisStore(): Promise<StoreService | undefined> {
  const service = await startRedis()
  if (service === undefined) return undefined
  const client = new Redis(service.url, { retryStrategy: () => 20, maxRetriesPerRequest: 0 })
  client.on('error', () => {})
  const stop = () => {
    client.disconnect()
    return service.stop()
  }
  return { ...service, store: createRedisStore(client), stop }
}

/** Starts a PostgreSQL and connects to it with a pool. */
export async function startPostgresStore(): Promise<StoreService | undefined> {
  const service = await startPostgres()
  if (service === undefined) return undefined
  const pool = new Pool({ connectionString: service.url, max: 4 }).on('error', () => {})
  const stop = async () => {
    await pool.end()
    await service.stop()
  }
  return { ...service, store: createPostgresStore(pool), stop }
}
