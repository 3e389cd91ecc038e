import { clip } from '../json/json.ts'
import { type Store, checkEntry, checkKey } from './store.ts'

/** As much of an ioredis client as a store needs; whoever made it closes it. */
export interface RedisStoreClient {
  get(key: string): Promise<string | null>
  set(key: string, value: string, unit: 'PX', ttlMs: number): Promise<unknown>
  set(key: string, value: string, unit: 'PX', ttlMs: number, condition: 'NX'): Promise<unknown>
  del(key: string): Promise<unknown>
}

/** Where a store in Redis keeps its entries. */
export interface RedisStoreOptions {
  /**
   * Starts every key; give each server its own when several share one Redis. Default:
   * `toolaccord:`.
   */
  readonly prefix?: string | undefined
}

/** A store in Redis, which expires entries by its own clock. */
export function createRedisStore(
  client: RedisStoreClient,
  { prefix = 'toolaccord:' }: RedisStoreOptions = {},
): Store {
  if (!/^[\w:.-]{0,64}$/.test(prefix))
    throw new TypeError(
      `prefix: '${clip(prefix)}' must be at most 64 letters, digits, '_', ':', '.' or '-'`,
    )
  return {
    async get(key) {
      checkKey(key)
      return (await client.get(prefix + key)) ?? undefined
    },
    async set(key, value, ttlMs) {
      checkEntry(key, value, ttlMs)
      await client.set(prefix + key, value, 'PX', ttlMs)
    },
    async add(key, value, ttlMs) {
      checkEntry(key, value, ttlMs)
      return (await client.set(prefix + key, value, 'PX', ttlMs, 'NX')) === 'OK'
    },
    async delete(key) {
      checkKey(key)
      await client.del(prefix + key)
    },
  }
}
