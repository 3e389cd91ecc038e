import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import {
  type Fault,
  type FaultySteps,
  createFaultyStore,
  faults,
} from '../../../test/faulty-store.ts'
import { inTime } from '../../../test/in-time.ts'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { type Outcome, ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { createMemoryStore } from '../../stores/create-memory-store.ts'
import type { Store } from '../../stores/store.ts'
import { createIdempotency } from './create-idempotency.ts'

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'],
  })
})
afterEach(() => {
  vi.useRealTimers()
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Two processes; the tool takes so long that its key is renewed, and may fail at first. */
function processesOf(stores: readonly Store[], failures: number) {
  const ran: string[] = []
  let left = failures
  const pay = defineTool({
    name: 'pay',
    summary: 'Pay.',
    output: z.object({ number: z.number() }),
    effect: 'write',
    codes: ['UNAVAILABLE'],
    async run(_, call) {
      await pause(2500)
      if (left-- > 0) return call.fail('UNAVAILABLE', { message: 'The bank is closed.' })
      return ok({ number: ran.push('paid') })
    },
  })
  const servers = stores.map((store) => {
    const policies = [createIdempotency({ store, leaseMs: 6000, storeTimeoutMs: 300 })]
    return defineServer({ name: 'bank', version: '1', tools: [pay], log: silentLog, policies })
  })
  const call = (at: number): Promise<Outcome> => {
    const server = servers[at % servers.length]
    if (server === undefined) throw new Error('There is no process to call.')
    return server.call('pay', {}, { idempotencyKey: 'order-17' })
  }
  return { call, ran }
}

const codeOf = (outcome: Outcome) => (outcome.ok ? 'OK' : outcome.problems[0].code)

/** Calls until both processes have the outcome, and checks every answer on the way. */
async function payOnce(stores: readonly Store[], failures: number): Promise<Outcome> {
  const { call, ran } = processesOf(stores, failures)
  const numbers = new Set<unknown>()
  const payAt = async (at: number): Promise<Outcome> => {
    const before = ran.length
    const outcome = await inTime(call(at))
    expect(['OK', 'UNAVAILABLE', 'CONFLICT']).toContain(codeOf(outcome))
    if (outcome.ok) numbers.add(JSON.stringify(outcome.data))
    // Nothing says that it failed although it paid.
    else expect(ran.length).toBe(before)
    return outcome
  }
  const first = await payAt(0)
  for (const at of stores.keys()) {
    let tries = 0
    while (codeOf(await payAt(at)) !== 'OK') {
      await inTime(pause(500))
      expect(++tries).toBeLessThan(30)
    }
  }
  expect(ran).toHaveLength(1)
  expect([...numbers]).toEqual(['{"number":1}'])
  return first
}

/** Fails at the first step, the second and so on, until a run does not get that far. */
async function atEachStep(fault: Fault, count: number, failures: number): Promise<number> {
  for (let first = 1; ; first++) {
    const steps: FaultySteps = { fault, first, count }
    const memory = createMemoryStore()
    const { store, stepsTaken } = createFaultyStore(memory, steps)
    await payOnce([store, memory], failures)
    if (stepsTaken() < first) return first - 1
  }
}

describe.each(faults)('a keyed call whose store fails: %s', (fault) => {
  it.each([1, 2])('runs once, at whatever step and the next %s it fails', async (count) => {
    expect(await atEachStep(fault, count, 0)).toBeGreaterThanOrEqual(5)
  })

  it('runs once after a failure that may pass, at whatever step the store fails', async () => {
    expect(await atEachStep(fault, 1, 1)).toBeGreaterThanOrEqual(6)
  })
})

describe('a keyed call that ends while its store is away', () => {
  /** The steps of a call are to claim its key, to renew that, and to keep its end. */
  const createAway = (first: number, count: number) => {
    const memory = createMemoryStore()
    return { memory, ...createFaultyStore(memory, { fault: 'refused', first, count }) }
  }

  it('is answered with a warning, and kept when the store is back', async () => {
    const { memory, store } = createAway(3, 4)
    expect(await payOnce([store, memory], 0)).toMatchObject({
      ok: true,
      data: { number: 1 },
      notes: { warnings: [{ code: 'OUTCOME_NOT_KEPT', severity: 'warning' }] },
    })
  })

  it('is remembered by its process beyond the lease, and kept for others then', async () => {
    const { memory, store, stepsTaken } = createAway(2, 20)
    const { call, ran } = processesOf([store, memory], 0)
    expect(await inTime(call(0))).toMatchObject({ ok: true })
    while (stepsTaken() < 18) {
      await inTime(pause(1000))
      expect(await inTime(call(0))).toMatchObject({ ok: true, data: { number: 1 } })
    }
    expect(performance.now()).toBeGreaterThan(10_000)
    await inTime(pause(20_000))
    expect(await inTime(call(1))).toMatchObject({ ok: true, data: { number: 1 } })
    expect(ran).toHaveLength(1)
  })

  it('is not kept over the outcome of a call that took the key beyond the lease', async () => {
    const { memory, store } = createAway(2, 20)
    const { call } = processesOf([store, memory], 0)
    await inTime(call(0))
    await inTime(pause(6000))
    expect(await inTime(call(1))).toMatchObject({ ok: true, data: { number: 2 } })
    await inTime(pause(60_000))
    for (const at of [0, 1])
      expect(await inTime(call(at))).toMatchObject({ ok: true, data: { number: 2 } })
  })
})
