import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { CallOptions } from '../../define/call.ts'
import { defineTool } from '../../define/tool.ts'
import { type Logger, silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { type PostgresPool, type RateLimitOptions, createRateLimit } from './create-rate-limit.ts'

/** A server that limits its calls, and what it runs and logs. */
function serverOf(options: RateLimitOptions) {
  const warnings: unknown[][] = []
  const run = vi.fn(() => ok({ found: 1 }))
  const search = defineTool({
    name: 'search',
    summary: 'Find notes.',
    output: z.object({ found: z.number() }),
    effect: 'read',
    run,
  })
  const log: Logger = { ...silentLog, warn: (...line) => warnings.push(line) }
  const server = defineServer({
    name: 'notes',
    version: '1',
    tools: [search],
    log,
    newId: () => 'r1',
    policies: [createRateLimit({ env: {}, ...options })],
  })
  const call = (options?: CallOptions) => server.call('search', {}, options)
  const passed = async (options?: CallOptions) => (await call(options)).ok
  const remaining = async () => (await call()).notes.rateLimit?.remaining
  return { run, warnings, call, passed, remaining }
}

const limit = { calls: 3, perSeconds: 600 }
const down = new Error('connection refused')

/** A database that holds the table of limits, and can be down. */
function createPool(isDown = false) {
  const texts: string[] = []
  const rows = new Map<unknown, number>()
  const pool = {
    texts,
    isDown,
    hasTable: true,
    tableFault: undefined as Error | undefined,
    async query({ text, values = [] }: Parameters<PostgresPool['query']>[0]) {
      texts.push(text)
      if (pool.isDown) throw down
      if (text.includes('CREATE TABLE')) {
        if (pool.tableFault !== undefined) throw pool.tableFault
        pool.hasTable = true
        return { rows: [] }
      }
      if (!pool.hasTable) throw Object.assign(new Error('no such table'), { code: '42P01' })
      const points = (rows.get(values[0]) ?? 0) + Number(values[1])
      rows.set(values[0], points)
      return { rows: [{ points, expire: Date.now() + 600_000 }] }
    },
  }
  return pool
}

afterEach(() => {
  vi.useRealTimers()
})

describe('a store that is down', () => {
  it('lets the rest of the limit through, and is logged once until it is back', async () => {
    const postgres = createPool()
    const { call, passed, remaining, warnings } = serverOf({ limit, store: { postgres } })
    expect(await remaining()).toBe(2)
    postgres.isDown = true
    expect([await remaining(), await remaining()]).toEqual([1, 0])
    expect(await call()).toMatchObject({
      ok: false,
      problems: [{ code: 'RATE_LIMIT_EXCEEDED' }],
      notes: { rateLimit: { limit: 3, remaining: 0 } },
    })
    const line = [
      'rate limits cannot be counted in their store; until they can, this process counts alone',
      { id: 'r1', thrown: down },
    ]
    expect(warnings).toEqual([line])
    postgres.isDown = false
    // The store knows one call of this window, the process all three.
    expect(await passed()).toBe(false)
    postgres.isDown = true
    await call()
    expect(warnings).toEqual([line, line])
  })

  it('is believed again when all that it does not know is out of the window', async () => {
    vi.useFakeTimers()
    const postgres = createPool(true)
    const { passed, remaining } = serverOf({
      limit: { calls: 3, perSeconds: 600 },
      store: { postgres },
    })
    expect([await remaining(), await remaining()]).toEqual([2, 1])
    postgres.isDown = false
    expect(await remaining()).toBe(0)
    expect(await passed()).toBe(false)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(await remaining()).toBe(0)
  })

  it('lets a burst through once', async () => {
    const postgres = createPool(true)
    const burst = { calls: 2, perSeconds: 600, burst: 2 }
    const { passed } = serverOf({ limit: burst, store: { postgres } })
    const results: boolean[] = []
    for (let call = 0; call < 6; call++) results.push(await passed())
    expect(results).toEqual([true, true, true, true, false, false])
  })

  it('that answers late lets no more through than the limit, whoever answers first', async () => {
    const postgres = createPool()
    const query = async (...asked: Parameters<typeof postgres.query>) => {
      // Some answers come in time.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 40))
      return postgres.query(...asked)
    }
    const { passed } = serverOf({
      limit: { calls: 100, perSeconds: 600 },
      store: { postgres: { query } },
      storeTimeoutMs: 20,
    })
    const results = await Promise.all(Array.from({ length: 300 }, () => passed()))
    for (let call = 0; call < 20; call++) results.push(await passed())
    const count = results.filter(Boolean).length
    expect(count).toBeLessThanOrEqual(100)
    expect(count).toBeGreaterThan(0)
  })

  it('refuses calls if the author wants that, and says when to come again', async () => {
    const postgres = createPool(true)
    const options: RateLimitOptions = { limit, store: { postgres }, onStoreFailure: 'refuse' }
    const { call, run, warnings } = serverOf(options)
    expect(await call()).toMatchObject({
      ok: false,
      problems: [
        {
          code: 'UNAVAILABLE',
          message: 'The server cannot check its rate limit now.',
          hint: 'Wait 1 second and call again; wait longer each time.',
          details: { retry_after_seconds: 1 },
        },
      ],
      notes: { requestId: 'r1', rateLimit: { retryAfterSeconds: 1 } },
    })
    expect(run).not.toHaveBeenCalled()
    expect(warnings).toMatchObject([
      ['rate limits cannot be counted in their store; until they can, calls are refused', {}],
    ])
  })
})

describe('a store that keeps silent', () => {
  const silence = () => new Promise<never>(() => {})

  it('is not waited for longer than configured, and then left alone for a second', async () => {
    vi.useFakeTimers()
    const query = vi.fn(silence)
    const store = { postgres: { query } }
    const { passed, warnings } = serverOf({ limit, store, storeTimeoutMs: 5 })
    const first = passed()
    await vi.advanceTimersByTimeAsync(5)
    expect(await first).toBe(true)
    expect(warnings).toMatchObject([
      [{}, { thrown: new Error('The store did not answer within 5 ms.') }],
    ])
    await vi.advanceTimersByTimeAsync(999)
    expect(await passed()).toBe(true)
    expect(query).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    const later = passed()
    await vi.advanceTimersByTimeAsync(5)
    expect(await later).toBe(true)
    expect(query).toHaveBeenCalledTimes(2)
  })

  it('does not start a tool whose call has ended meanwhile', async () => {
    const caller = new AbortController()
    const query = async () => {
      caller.abort()
      throw down
    }
    const { passed, run } = serverOf({ limit, store: { postgres: { query } } })
    expect(await passed({ signal: caller.signal })).toBe(false)
    await new Promise((resolve) => setImmediate(resolve))
    expect(run).not.toHaveBeenCalled()
  })

  it('leaves no timer behind if it answers in time', async () => {
    vi.useFakeTimers()
    const { passed } = serverOf({ limit, store: { postgres: createPool() } })
    await passed()
    const timers = vi.getTimerCount()
    await passed()
    expect(vi.getTimerCount()).toBe(timers)
  })
})

describe('a database without the table of limits', () => {
  it('gets it at the first call, which is counted', async () => {
    const postgres = createPool()
    postgres.hasTable = false
    const { remaining, warnings } = serverOf({ limit, store: { postgres } })
    expect(postgres.texts).toEqual([])
    expect([await remaining(), await remaining()]).toEqual([2, 1])
    const created = postgres.texts.filter((text) => text.includes('CREATE TABLE'))
    expect(created).toMatchObject([expect.stringContaining('"toolaccord_rate_limits"')])
    expect(warnings).toEqual([])
  })

  it('gets it under the name that the author chose', async () => {
    const postgres = createPool()
    postgres.hasTable = false
    const { remaining } = serverOf({ limit, store: { postgres, table: 'limits' } })
    expect(await remaining()).toBe(2)
    expect(postgres.texts).toContainEqual(expect.stringMatching(/CREATE TABLE .*"limits"/))
  })

  it('is a store that is down if the table cannot be made', async () => {
    const postgres = createPool()
    const thrown = new Error('permission denied')
    Object.assign(postgres, { hasTable: false, tableFault: thrown })
    const { passed, warnings } = serverOf({ limit, store: { postgres } })
    expect(await passed()).toBe(true)
    expect(warnings).toMatchObject([[{}, { thrown }]])
  })

  it('gets it once, however many calls come at once', async () => {
    const postgres = createPool()
    postgres.hasTable = false
    const many = { calls: 100, perSeconds: 600 }
    const { passed, warnings } = serverOf({ limit: many, store: { postgres } })
    const results = await Promise.all(Array.from({ length: 300 }, () => passed()))
    expect(results.filter(Boolean)).toHaveLength(100)
    expect(postgres.texts.filter((text) => text.includes('CREATE TABLE'))).toHaveLength(1)
    expect(warnings).toEqual([])
  })

  it('is used if another process makes the table at the same time', async () => {
    const postgres = createPool()
    const thrown = Object.assign(new Error('duplicate key'), { code: '23505' })
    Object.assign(postgres, { hasTable: false, tableFault: thrown })
    const { remaining, warnings } = serverOf({
      limit,
      store: {
        postgres: {
          query(asked) {
            const answer = postgres.query(asked)
            if (asked.text.includes('CREATE TABLE')) postgres.hasTable = true
            return answer
          },
        },
      },
    })
    expect(await remaining()).toBe(2)
    expect(warnings).toEqual([])
  })

  it('is not touched for another fault', async () => {
    const postgres = createPool(true)
    const { passed } = serverOf({ limit, store: { postgres } })
    await passed()
    expect(postgres.texts.join()).not.toContain('CREATE TABLE')
  })
})

describe('a limit that processes count together', () => {
  /** The part of Redis that counts. */
  function createRedis() {
    const keys = new Map<string, number>()
    return {
      keys,
      defineCommand() {},
      async rlflxIncr([key = '', points]: readonly string[]) {
        const counted = (keys.get(key) ?? 0) + Number(points)
        keys.set(key, counted)
        return [counted, 600_000]
      },
    }
  }

  it.each([
    ['Redis', () => ({ redis: createRedis() })],
    ['PostgreSQL', () => ({ postgres: createPool() })],
  ])('is one for all of them in %s', async (_, createStore) => {
    const store = createStore()
    const one = serverOf({ limit, store })
    const two = serverOf({ limit, store })
    expect([await one.remaining(), await two.remaining()]).toEqual([2, 1])
    expect([await one.passed(), await two.passed(), await one.passed()]).toEqual([
      true,
      false,
      false,
    ])
    expect([...one.warnings, ...two.warnings]).toEqual([])
  })

  it('is kept under the prefix of its server, and a burst beside it', async () => {
    const redis = createRedis()
    const burst = { calls: 1, perSeconds: 600, burst: 1 }
    const { passed } = serverOf({ limit: burst, store: { redis }, keyPrefix: 'office' })
    expect([await passed(), await passed(), await passed()]).toEqual([true, true, false])
    expect([...redis.keys.keys()]).toEqual([
      'office:search:anonymous',
      'office-burst:search:anonymous',
    ])
  })
})
