import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Stop, stopAt } from '../../../test/stopped-store.ts'
import { startPostgresStore, startRedisStore } from '../../../test/store-services.ts'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { type Outcome, ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import type { Store } from '../../stores/store.ts'
import { createIdempotency } from './create-idempotency.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A process whose tool takes so long that its key is renewed, and may fail at first. */
function processOf(store: Store, ran: number[], failures: number) {
  let left = failures
  const pay = defineTool({
    name: 'pay',
    summary: 'Pay.',
    output: z.object({ number: z.number() }),
    effect: 'write',
    codes: ['UNAVAILABLE'],
    async run(_, call) {
      await pause(450)
      if (left-- > 0) return call.fail('UNAVAILABLE')
      return ok({ number: ran.push(1) })
    },
  })
  const policies = [createIdempotency({ store, leaseMs: 1000, storeTimeoutMs: 200 })]
  return defineServer({ name: 'bank', version: '1', tools: [pay], log: silentLog, policies })
}

const codeOf = (outcome: Outcome) => (outcome.ok ? 'OK' : outcome.problems[0].code)

/** Notes when the record of an outcome is in the store. */
function watch(store: Store) {
  let isKept = false
  const note = (text: string) => {
    isKept ||= text.includes('"outcome"')
  }
  const watched: Store = {
    ...store,
    async set(key, text, ttlMs) {
      await store.set(key, text, ttlMs)
      note(text)
    },
    async add(key, text, ttlMs) {
      const isAdded = await store.add(key, text, ttlMs)
      if (isAdded) note(text)
      return isAdded
    },
  }
  return { store: watched, isKept: () => isKept }
}

describe.each([
  ['Redis', await startRedisStore()],
  ['PostgreSQL', await startPostgresStore()],
] as const)('a keyed call whose %s is stopped', (_, service) => {
  afterAll(() => service?.stop())

  /** Calls until there is an outcome, with the store stopped at one step. */
  async function payOnce(stop: Stop, step: number): Promise<number> {
    if (service === undefined) throw new Error('not reached: the test is skipped')
    const idempotencyKey = crypto.randomUUID()
    const ran: number[] = []
    const stopped = stopAt(service, stop, step)
    const { store, isKept } = watch(stopped.store)
    const server = processOf(store, ran, 1)
    for (let code = ''; code !== 'OK'; await pause(100)) {
      const before = ran.length
      const outcome = await server.call('pay', {}, { idempotencyKey })
      code = codeOf(outcome)
      expect(['OK', 'UNAVAILABLE', 'CONFLICT']).toContain(code)
      if (!outcome.ok) expect(ran).toHaveLength(before)
    }
    await stopped.back()
    while (!isKept()) await pause(50)
    const other = processOf(service.store, ran, 0)
    await expect
      .poll(() => other.call('pay', {}, { idempotencyKey }), { timeout: 10_000 })
      .toMatchObject({ ok: true, data: { number: 1 } })
    expect(ran).toHaveLength(1)
    return stopped.stepsTaken()
  }

  it.skipIf(service === undefined).each<Stop>(['freeze', 'kill'])(
    'runs once after a failure that may pass, at whatever step: %s',
    { timeout: 120_000 },
    async (stop) => {
      let step = 1
      while ((await payOnce(stop, step)) >= step) step++
      // To claim, renew and release; to claim, renew and keep.
      expect(step).toBeGreaterThan(6)
    },
  )
})
