import { Redis } from 'ioredis'
import { Pool } from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { startPostgres, startRedis } from '../../test/services.ts'
import { createMemoryStore } from './create-memory-store.ts'
import { createPostgresStore } from './create-postgres-store.ts'
import { createRedisStore } from './create-redis-store.ts'
import type { Store } from './store.ts'

const [redis, postgres] = await Promise.all([startRedis(), startPostgres()])
const client = redis && new Redis(redis.url)
const pool = postgres && new Pool({ connectionString: postgres.url, max: 10 })

afterAll(async () => {
  client?.disconnect()
  await pool?.end()
  await Promise.all([redis?.stop(), postgres?.stop()])
})

const long = 600_000

/** Tests the promises of every store. */
function describeStore(name: string, store: Store | undefined): void {
  describe.skipIf(store === undefined)(name, () => {
    let keys = 0
    const fresh = () => `key ${keys++}`
    const { get, set, add, delete: remove } = store ?? createMemoryStore()
    const expired = async (key: string) => {
      await set(key, 'old', 1)
      await vi.waitFor(async () => expect(await get(key)).toBeUndefined())
    }

    it('gives back what was set, also an empty string', async () => {
      const one = fresh()
      const two = fresh()
      expect(await get(one)).toBeUndefined()
      await set(one, 'first', long)
      await set(two, '', long)
      expect([await get(one), await get(two)]).toEqual(['first', ''])
      await set(one, 'second', long)
      expect(await get(one)).toBe('second')
    })

    it('adds an entry only if there is none', async () => {
      const key = fresh()
      expect(await add(key, 'first', long)).toBe(true)
      expect(await add(key, 'second', long)).toBe(false)
      expect(await get(key)).toBe('first')
      await set(key, '', long)
      expect(await add(key, 'third', long)).toBe(false)
    })

    it('forgets an entry that is deleted, and deletes one that is not there', async () => {
      const key = fresh()
      await remove(key)
      await set(key, 'first', long)
      await remove(key)
      expect(await get(key)).toBeUndefined()
      expect(await add(key, 'second', long)).toBe(true)
    })

    it('lets an entry expire, after which it can be added or set again', async () => {
      const one = fresh()
      const two = fresh()
      await expired(one)
      expect(await add(one, 'new', long)).toBe(true)
      await expired(two)
      await set(two, 'new', long)
      expect([await get(one), await get(two)]).toEqual(['new', 'new'])
    })

    it('starts the life of an entry anew when it is set again', async () => {
      const key = fresh()
      await set(key, 'old', 30)
      await set(key, 'new', long)
      await new Promise((resolve) => setTimeout(resolve, 60))
      expect(await get(key)).toBe('new')
    })

    it('lets exactly one of 50 add a key at once, whether it is new or has expired', async () => {
      const one = fresh()
      const two = fresh()
      await expired(two)
      for (const key of [one, two]) {
        const adding = Array.from({ length: 50 }, (_, index) => add(key, String(index), long))
        const added = await Promise.all(adding)
        expect(added.filter(Boolean)).toHaveLength(1)
        expect(await get(key)).toBe(String(added.indexOf(true)))
      }
    })

    it('keeps any string that is within the limits', async () => {
      const key = 'ключ 🔑 "; drop table entries; -- '.padEnd(512, 'k')
      const values = ['line\nbreak \\ \' " 🙂 ﷽', 'x'.repeat(1_048_576), '€'.repeat(349_525)]
      for (const value of values) {
        await set(key, value, long)
        expect((await get(key)) === value).toBe(true)
      }
    })

    it('refuses keys that are empty or too long', async () => {
      for (const call of [get(''), set('', 'value', long), add('', 'value', long), remove('')]) {
        await expect(call).rejects.toThrow(
          'The key of an entry has 0 characters; it may have 1 to 512.',
        )
      }
      await expect(get('k'.repeat(513))).rejects.toThrow(
        'The key of an entry has 513 characters; it may have 1 to 512. Hash what may be longer.',
      )
    })

    it('refuses values over 1 MB of UTF-8', async () => {
      for (const value of ['x'.repeat(1_048_577), '€'.repeat(349_526)]) {
        for (const write of [set, add])
          await expect(write(fresh(), value, long)).rejects.toThrow(
            'The value of an entry is over the limit of 1048576 bytes in UTF-8.',
          )
      }
    })

    it('refuses strings that not every store can hold', async () => {
      for (const bad of ['nul \0', 'half \ud83d', '\udd11 half']) {
        await expect(get(bad)).rejects.toThrow(
          'The key of an entry has a NUL or half a surrogate pair in it',
        )
        for (const write of [set, add])
          await expect(write(fresh(), bad, long)).rejects.toThrow(
            'The value of an entry has a NUL or half a surrogate pair in it',
          )
      }
    })

    it.each([0, -1, 1.5, Number.NaN, Infinity, 31_536_000_001])(
      'refuses a life of %s ms',
      async (ttlMs) => {
        for (const write of [set, add])
          await expect(write(fresh(), 'value', ttlMs)).rejects.toThrow(
            `The life of an entry is ${ttlMs} ms; it must be a whole number from 1 to 31536000000.`,
          )
      },
    )
  })
}

describeStore('a store in memory', createMemoryStore())
describeStore('a store in Redis', client && createRedisStore(client))
describeStore('a store in PostgreSQL', pool && createPostgresStore(pool, { table: 'entries' }))

describe.skipIf(client === undefined)('stores in one Redis', () => {
  it('share entries under one prefix only', async () => {
    if (client === undefined) return
    const one = createRedisStore(client, { prefix: 'a:' })
    const same = createRedisStore(client, { prefix: 'a:' })
    const other = createRedisStore(client, { prefix: 'b:' })
    await one.set('shared', 'yes', long)
    expect(await same.get('shared')).toBe('yes')
    expect(await other.get('shared')).toBeUndefined()
    expect(await client.get('a:shared')).toBe('yes')
  })
})

describe.skipIf(pool === undefined)('stores in one PostgreSQL', () => {
  it('share entries in one table only, whose name may be a word of SQL', async () => {
    if (pool === undefined) return
    const one = createPostgresStore(pool, { table: 'table' })
    const same = createPostgresStore(pool, { table: 'table' })
    const other = createPostgresStore(pool, { table: 'x'.repeat(63) })
    await one.set('shared', 'yes', long)
    expect(await same.get('shared')).toBe('yes')
    expect(await other.get('shared')).toBeUndefined()
  })

  it('make their table when all start at once, and again when it is gone', async () => {
    if (pool === undefined) return
    const stores = Array.from({ length: 10 }, () => createPostgresStore(pool, { table: 'raced' }))
    const race = async () => {
      const adding = stores.map((store, index) => store.add('key', String(index), long))
      return (await Promise.all(adding)).filter(Boolean)
    }
    expect(await race()).toHaveLength(1)
    await pool.query('drop table raced')
    expect(await race()).toHaveLength(1)
    const indexed = await pool.query(
      "select 1 from pg_indexes where tablename = 'raced' and indexname = 'raced_expires'",
    )
    expect(indexed.rows).toHaveLength(1)
  })

  it('remove expired entries, and no others', async () => {
    if (pool === undefined) return
    const store = createPostgresStore(pool, { table: 'swept' })
    for (const key of ['a', 'b']) await store.set(key, 'old', 1)
    await store.set('c', 'young', long)
    await vi.waitFor(async () =>
      expect([await store.get('a'), await store.get('b')]).toEqual([undefined, undefined]),
    )
    await createPostgresStore(pool, { table: 'swept' }).add('d', 'new', long)
    await vi.waitFor(async () => {
      const { rows } = await pool.query('select key from swept order by key')
      expect(rows).toEqual([{ key: 'c' }, { key: 'd' }])
    })
  })
})
