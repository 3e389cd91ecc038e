import { clip } from '../json/json.ts'
import { type Store, checkStoreEntry, checkStoreKey } from './store.ts'

/** The part of an ioredis client that a store needs; whoever made the client closes it. */
export interface RedisStoreClient {
  get(key: string): Promise<string | null>
  set(key: string, value: string, unit: 'PX', ttlMs: number): Promise<unknown>
  set(key: string, value: string, unit: 'PX', ttlMs: number, condition: 'NX'): Promise<unknown>
  del(key: string): Promise<unknown>
}

/** The options of a store in Redis. */
export interface RedisStoreOptions {
  /**
   * The start of every key. Give each server its own if several share one Redis. Default:
   * `toolaccord:`.
   */
  readonly prefix?: string | undefined
}

/** Creates a store in Redis, which removes expired entries by its own clock. */
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
      checkStoreKey(key)
      return (await client.get(prefix + key)) ?? undefined
    },
    async set(key, value, ttlMs) {
      checkStoreEntry(key, value, ttlMs)
      await client.set(prefix + key, value, 'PX', ttlMs)
    },
    async add(key, value, ttlMs) {
      checkStoreEntry(key, value, ttlMs)
      return (await client.set(prefix + key, value, 'PX', ttlMs, 'NX')) === 'OK'
    },
    async delete(key) {
      checkStoreKey(key)
      await client.del(prefix + key)
    },
  }
}
