import { Redis } from 'ioredis'
import { Pool } from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { type Service, startPostgres, startRedis } from '../../../test/services.ts'
import type { CallOptions } from '../../define/call.ts'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { type RateLimitOptions, type RateLimitStore, createRateLimit } from './create-rate-limit.ts'

/** A server as each of several processes would have it. */
function processOf(options: RateLimitOptions) {
  const warnings: unknown[][] = []
  const run = vi.fn(() => ok({ found: 1 }))
  const search = defineTool({
    name: 'search',
    summary: 'Find notes.',
    output: z.object({ found: z.number() }),
    effect: 'read',
    run,
  })
  const log = {
    ...silentLog,
    warn(...line: unknown[]) {
      warnings.push(line)
    },
  }
  const server = defineServer({
    name: 'notes',
    version: '1',
    tools: [search],
    log,
    policies: [createRateLimit({ env: {}, ...options })],
  })
  const passed = async (options?: CallOptions) => (await server.call('search', {}, options)).ok
  const remaining = async () => (await server.call('search')).notes.rateLimit?.remaining
  return { server, run, warnings, passed, remaining }
}

interface Connection {
  readonly store: RateLimitStore
  close(): Promise<unknown>
}

function connectRedis({ url }: Service): Connection {
  const client = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: 0 }).on(
    'error',
    () => {},
  )
  return { store: { redis: client }, close: async () => client.disconnect() }
}

function connectPostgres({ url }: Service): Connection {
  const pool = new Pool({ connectionString: url, max: 4 }).on('error', () => {})
  return { store: { postgres: pool, table: 'limits' }, close: () => pool.end() }
}

describe.each([
  ['Redis', startRedis, connectRedis, await startRedis()],
  ['PostgreSQL', startPostgres, connectPostgres, await startPostgres()],
] as const)('a rate limit in %s', (_, start, connect, service) => {
  const connections: Connection[] = []
  let keys = 0
  const open = (options: RateLimitOptions) => {
    if (service === undefined) throw new Error('not reached: the test is skipped')
    const connection = connect(service)
    connections.push(connection)
    return processOf({ storeTimeoutMs: 5000, ...options, store: connection.store })
  }
  const fresh = () => `test${keys++}`

  afterAll(async () => {
    await Promise.all(connections.map((connection) => connection.close()))
    await service?.stop()
  })

  it.skipIf(service === undefined)('is counted by two processes together', async () => {
    const options: RateLimitOptions = { limit: { calls: 4, perSeconds: 600 }, keyPrefix: fresh() }
    const one = open(options)
    const two = open(options)
    expect([
      await one.remaining(),
      await two.remaining(),
      await one.remaining(),
      await two.remaining(),
    ]).toEqual([3, 2, 1, 0])
    expect(await one.server.call('search')).toMatchObject({
      ok: false,
      problems: [{ code: 'RATE_LIMIT_EXCEEDED' }],
      notes: { rateLimit: { remaining: 0 } },
    })
    expect(await two.passed()).toBe(false)
    expect([...one.warnings, ...two.warnings]).toEqual([])
  })

  it.skipIf(service === undefined)(
    'lets exactly so many through when all call at once',
    async () => {
      const options: RateLimitOptions = {
        limit: { calls: 20, perSeconds: 600, burst: 10 },
        keyPrefix: fresh(),
      }
      const one = open(options)
      const two = open(options)
      const results = await Promise.all(
        Array.from({ length: 60 }, (_, index) => (index % 2 ? one : two).passed()),
      )
      expect(results.filter(Boolean).length).toBe(30)
    },
  )

  it.skipIf(service === undefined)('is not shared by servers of different prefixes', async () => {
    const limit = { calls: 1, perSeconds: 600 }
    expect([
      await open({ limit, keyPrefix: fresh() }).passed(),
      await open({ limit, keyPrefix: fresh() }).passed(),
    ]).toEqual([true, true])
  })

  it.skipIf(service === undefined)('holds for names that a store would not take', async () => {
    const one = open({ limit: { calls: 1, perSeconds: 600 }, keyPrefix: fresh() })
    for (const name of ['nul \0', 'x'.repeat(10_000), 'lone \ud800', "'; DROP TABLE limits; --"]) {
      expect([
        await one.passed({ client: { name } }),
        await one.passed({ client: { name } }),
      ]).toEqual([true, false])
    }
    expect(one.warnings).toEqual([])
  })

  it.skipIf(service === undefined)(
    'lets the rest of the limit through while the store is down, and logs each outage once',
    async () => {
      const own = await start()
      if (own === undefined) throw new Error('not reached: the test is skipped')
      const connection = connect(own)
      const options: RateLimitOptions = {
        limit: { calls: 4, perSeconds: 600 },
        store: connection.store,
        storeTimeoutMs: 5000,
      }
      const open = processOf(options)
      const closed = processOf({ ...options, onStoreFailure: 'refuse' })
      expect(await open.remaining()).toBe(3)
      await own.stop()
      expect([await open.remaining(), await open.remaining()]).toEqual([2, 1])
      expect(open.warnings).toEqual([
        [
          'rate limits cannot be counted in their store; until they can, this process counts alone',
          { id: expect.any(String), thrown: expect.any(Error) },
        ],
      ])
      expect(await closed.server.call('search')).toMatchObject({
        problems: [{ code: 'UNAVAILABLE', details: { retry_after_seconds: 1 } }],
        notes: { rateLimit: { retryAfterSeconds: 1 } },
      })

      const back = await start(own.port)
      await vi.waitFor(async () => expect(await closed.remaining()).toBeTypeOf('number'), {
        timeout: 10_000,
      })
      expect(await open.remaining()).toBe(0)
      expect(await open.passed()).toBe(false)
      expect(open.warnings).toHaveLength(1)
      await back?.stop()
      expect(await open.passed()).toBe(false)
      expect(open.warnings).toHaveLength(2)
      await connection.close()
    },
  )

  it.skipIf(service === undefined)(
    'lets exactly so many through of one process although the store is silent at first',
    async () => {
      const own = await start()
      if (own === undefined) throw new Error('not reached: the test is skipped')
      const connection = connect(own)
      const { passed } = processOf({
        limit: { calls: 100, perSeconds: 600 },
        store: connection.store,
        storeTimeoutMs: 200,
      })
      own.freeze()
      const calls = Array.from({ length: 300 }, () => passed())
      await new Promise((resolve) => setTimeout(resolve, 500))
      own.thaw()
      const results = await Promise.all(calls)
      for (let call = 0; call < 30; call++) {
        await new Promise((resolve) => setTimeout(resolve, 50))
        results.push(await passed())
      }
      expect(results.filter(Boolean)).toHaveLength(100)
      await connection.close()
      await own.stop()
    },
  )
})
