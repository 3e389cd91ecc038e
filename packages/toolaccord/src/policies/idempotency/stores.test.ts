import fc from 'fast-check'
import { Redis } from 'ioredis'
import { Pool } from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { type Service, startPostgres, startRedis } from '../../../test/services.ts'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { type Outcome, ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { createMemoryStore } from '../../stores/create-memory-store.ts'
import { createPostgresStore } from '../../stores/create-postgres-store.ts'
import { createRedisStore } from '../../stores/create-redis-store.ts'
import type { Store } from '../../stores/store.ts'
import { createIdempotency } from './create-idempotency.ts'

interface Connection {
  readonly store: Store
  close(): Promise<unknown>
}

function connectRedis({ url }: Service): Connection {
  const client = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: 0 }).on(
    'error',
    () => {},
  )
  return { store: createRedisStore(client), close: async () => client.disconnect() }
}

function connectPostgres({ url }: Service): Connection {
  const pool = new Pool({ connectionString: url, max: 4 }).on('error', () => {})
  return { store: createPostgresStore(pool), close: () => pool.end() }
}

/** A call of one of the processes. */
interface Step {
  readonly at: number
  readonly key: string
  readonly text: string
}

/** Processes, one for each connection to a store, and the keys under which their tool has run. */
function processesOf(stores: readonly Store[], pause: () => Promise<unknown>) {
  const ran: string[] = []
  const send = defineTool({
    name: 'send',
    summary: 'Send a message.',
    input: z.object({ key: z.string(), text: z.string() }),
    output: z.object({ text: z.string(), run: z.number() }),
    effect: 'write',
    async run({ key, text }) {
      const run = ran.push(key)
      await pause()
      return ok({ text, run })
    },
  })
  const servers = stores.map((store) =>
    defineServer({
      name: 'post',
      version: '1',
      tools: [send],
      log: silentLog,
      policies: [createIdempotency({ store })],
    }),
  )
  async function call({ at, key, text }: Step): Promise<Outcome> {
    const server = servers[at % servers.length]
    if (server === undefined) throw new Error('There is no process to call.')
    return server.call('send', { key, text }, { idempotencyKey: key })
  }
  return { call, ran }
}

const steps = fc.array(
  fc.record({
    at: fc.nat(1),
    key: fc.constantFrom('k1', 'k2', 'k3'),
    text: fc.constantFrom('a', 'b'),
  }),
  { minLength: 1, maxLength: 12 },
)

/** What must be true of all calls under one key, in whatever order they went. */
function checkOnce(
  calls: readonly Step[],
  outcomes: readonly Outcome[],
  ran: readonly string[],
): void {
  expect(new Set(ran).size).toBe(ran.length)
  for (const key of new Set(calls.map((call) => call.key))) {
    const done = outcomes.filter((outcome, index) => outcome.ok && calls[index]?.key === key)
    expect(done.length).toBeGreaterThan(0)
    expect(new Set(done.map((outcome) => JSON.stringify(outcome.data))).size).toBe(1)
    expect(done.filter(({ notes }) => notes.warnings === undefined)).toHaveLength(1)
  }
  for (const outcome of outcomes)
    if (!outcome.ok)
      expect(outcome.problems).toMatchObject([{ code: 'CONFLICT', path: 'idempotencyKey' }])
}

/**
 * Hashing is done by another thread; what follows from one step goes on before the scheduler takes
 * the next.
 */
const scheduler = () =>
  fc.scheduler({
    async act(step) {
      await step()
      for (let turn = 0; turn < 3; turn++) await crypto.subtle.digest('SHA-256', new Uint8Array(1))
    },
  })

/** Makes all calls, each after a pause. */
const callAll = <Step, Answer>(
  steps: readonly Step[],
  call: (step: Step) => Promise<Answer>,
  pause: () => Promise<unknown>,
): Promise<Answer[]> =>
  Promise.all(
    steps.map(async (step) => {
      await pause()
      return call(step)
    }),
  )

/** A store whose answers come when the scheduler says. */
const scheduled = (store: Store, scheduler: fc.Scheduler): Store => ({
  get: scheduler.scheduleFunction(store.get),
  set: scheduler.scheduleFunction(store.set),
  add: scheduler.scheduleFunction(store.add),
  delete: scheduler.scheduleFunction(store.delete),
})

describe('calls under idempotency keys, in any order', () => {
  it('run once for each key in one process, and retries get the data of the first', async () => {
    await fc.assert(
      fc.asyncProperty(scheduler(), steps, async (scheduler, calls) => {
        const pause = () => scheduler.schedule(Promise.resolve())
        const { call, ran } = processesOf([scheduled(createMemoryStore(), scheduler)], pause)
        const outcomes = await scheduler.waitFor(callAll(calls, call, pause))
        checkOnce(calls, outcomes, ran)
        for (const key of new Set(ran)) {
          const of = (index: number) => calls[index]?.key === key
          const text = calls.find((_, index) => of(index) && outcomes[index]?.ok)?.text
          for (const [index, outcome] of outcomes.entries())
            if (of(index)) expect(outcome.ok).toBe(calls[index]?.text === text)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('run once for each key in two processes', async () => {
    await fc.assert(
      fc.asyncProperty(scheduler(), steps, async (scheduler, calls) => {
        const memory = createMemoryStore()
        const pause = () => scheduler.schedule(Promise.resolve())
        const { call, ran } = processesOf(
          [scheduled(memory, scheduler), scheduled(memory, scheduler)],
          pause,
        )
        checkOnce(calls, await scheduler.waitFor(callAll(calls, call, pause)), ran)
      }),
      { numRuns: 100 },
    )
  })
})

describe.each([
  ['Redis', startRedis, connectRedis, await startRedis()],
  ['PostgreSQL', startPostgres, connectPostgres, await startPostgres()],
] as const)('idempotency of two processes with one %s', (_, start, connect, service) => {
  const connections = service ? [connect(service), connect(service)] : []
  const stores = connections.map(({ store }) => store)

  afterAll(async () => {
    await Promise.all(connections.map((connection) => connection.close()))
    await service?.stop()
  })

  it.skipIf(service === undefined)('runs each key once, in any order', async () => {
    let rounds = 0
    await fc.assert(
      fc.asyncProperty(steps, fc.infiniteStream(fc.nat(3)), async (plain, pauses) => {
        const round = rounds++
        const calls = plain.map((step) => ({ ...step, key: `${step.key}.${round}` }))
        const pause = () => new Promise((resolve) => setTimeout(resolve, pauses.next().value))
        const { call, ran } = processesOf(stores, pause)
        checkOnce(calls, await callAll(calls, call, pause), ran)
      }),
      { numRuns: 25 },
    )
  })

  it.skipIf(service === undefined)(
    'gives the outcome of the one to a caller of the other, whatever is in it',
    async () => {
      const { call, ran } = processesOf(stores, async () => {})
      const step = { at: 0, key: crypto.randomUUID(), text: 'Grüße 🙂 \0 \ud83d' }
      const first = await call(step)
      expect(first.ok).toBe(true)
      expect(await call({ ...step, at: 1 })).toMatchObject({
        ok: true,
        data: first.data,
        notes: { warnings: [{ code: 'IDEMPOTENT_REPLAY' }] },
      })
      expect(await call({ ...step, at: 1, text: 'other' })).toMatchObject({
        problems: [{ code: 'CONFLICT' }],
      })
      expect(ran).toEqual([step.key])
    },
  )

  it.skipIf(service === undefined)(
    'runs nothing while that is away, and goes on when it is back',
    async () => {
      const own = await start()
      if (own === undefined) throw new Error('not reached: the test is skipped')
      const connection = connect(own)
      const { call, ran } = processesOf([connection.store], async () => {})
      expect(await call({ at: 0, key: 'before', text: '' })).toMatchObject({ ok: true })
      await own.stop()
      for (const key of ['before', 'during'])
        expect(await call({ at: 0, key, text: '' })).toMatchObject({
          problems: [{ code: 'UNAVAILABLE' }],
        })
      const back = await start(own.port)
      await vi.waitFor(
        async () =>
          expect(await call({ at: 0, key: 'during', text: '' })).toMatchObject({ ok: true }),
        { timeout: 10_000 },
      )
      expect(ran).toEqual(['before', 'during'])
      await connection.close()
      await back?.stop()
    },
  )
})
