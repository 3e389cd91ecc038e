import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Stop, stopAt } from '../../../test/stopped-store.ts'
import { startPostgresStore, startRedisStore } from '../../../test/store-services.ts'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { type Outcome, ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import type { Store } from '../../stores/store.ts'

function processOf(store: Store) {
  const ran: unknown[] = []
  const deleteNote = defineTool({
    name: 'delete_note',
    summary: 'Delete a note for good.',
    input: z.object({ id: z.string() }),
    output: z.object({}),
    effect: 'destroy',
    run(input) {
      ran.push(input)
      return ok({})
    },
  })
  const server = defineServer({
    name: 'notes',
    version: '1',
    tools: [deleteNote],
    consent: { store },
    log: silentLog,
  })
  /** Calls, and checks that the answer says whether the tool ran. */
  async function call(args: unknown): Promise<Outcome> {
    const before = ran.length
    const outcome = await server.callByName('delete_note', args)
    if (!outcome.ok) expect(['UNAVAILABLE', 'CONSENT_REQUIRED']).toContain(outcome.problems[0].code)
    expect(ran.length - before).toBe(outcome.ok ? 1 : 0)
    return outcome
  }
  return { call, ran }
}

const codeIn = (outcome: Outcome) =>
  outcome.ok ? undefined : outcome.problems[0].details?.explicit_action

describe.each([
  ['Redis', await startRedisStore()],
  ['PostgreSQL', await startPostgresStore()],
] as const)('consent whose %s is stopped', (_, service) => {
  afterAll(() => service?.stop())

  /** Agrees until the tool has run, with the store stopped at one step. */
  async function agree(stop: Stop, step: number): Promise<number> {
    if (service === undefined) throw new Error('not reached: the test is skipped')
    const id = crypto.randomUUID()
    const stopped = stopAt(service, stop, step)
    const { call, ran } = processOf(stopped.store)
    let explicit_action: unknown
    while (ran.length === 0) {
      const outcome = await call({ id, explicit_action })
      explicit_action = codeIn(outcome) ?? explicit_action
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await stopped.back()
    const again = await call({ id, explicit_action })
    expect(again.ok).toBe(false)
    expect(ran).toHaveLength(1)
    return stopped.stepsTaken()
  }

  it.skipIf(service === undefined).each<Stop>(['freeze', 'kill'])(
    'runs a tool once for a code, at whatever step: %s',
    { timeout: 60_000 },
    async (stop) => {
      // To hand a code out; to look it up, note its use and remove it.
      for (let step = 1; step <= 4; step++)
        expect(await agree(stop, step)).toBeGreaterThanOrEqual(4)
    },
  )
})
