import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { type Fault, createFaultyStore, faults } from '../../../test/faulty-store.ts'
import { inTime } from '../../../test/in-time.ts'
import type { CallOptions } from '../../define/call.ts'
import { Asked, type Conversation } from '../../define/questions/conversation.ts'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { type Outcome, ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { createMemoryStore } from '../../stores/create-memory-store.ts'
import type { Store } from '../../stores/store.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const codeOf = (outcome: Outcome) => (outcome.ok ? 'OK' : outcome.problems[0].code)

function processOf(store: Store) {
  const ran: unknown[] = []
  const deleteNote = defineTool({
    name: 'delete_note',
    summary: 'Delete a note for good.',
    output: z.object({}),
    effect: 'destroy',
    run() {
      ran.push(1)
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
  async function call(args: unknown, options?: CallOptions): Promise<Outcome> {
    const before = ran.length
    const outcome = await inTime(server.callByName('delete_note', args, options))
    // The last one is the end of a round that asks.
    const known = ['OK', 'UNAVAILABLE', 'CONSENT_REQUIRED', 'NOT_IMPLEMENTED']
    expect(known).toContain(codeOf(outcome))
    expect(ran.length - before).toBe(outcome.ok ? 1 : 0)
    return outcome
  }
  return { call, ran }
}

/** A store that kept silent is left alone for a second. */
const later = () => inTime(new Promise((resolve) => setTimeout(resolve, 1000)))

type Call = ReturnType<typeof processOf>['call']

/** Agrees with one code until the tool has run or the code is refused, and then with a new one. */
async function agreeByCode(call: Call): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    const refused = await call({})
    await later()
    const code = refused.ok ? undefined : refused.problems[0].details?.explicit_action
    if (code === undefined) continue
    for (let uses = 0; uses < 3; uses++) {
      const outcome = await call({ explicit_action: code })
      if (outcome.ok) return
      if (codeOf(outcome) === 'CONSENT_REQUIRED') break
      await later()
    }
  }
  throw new Error('The tool has not run.')
}

/** Answers a question until the tool has run or the answer is refused, and then another. */
async function agreeByAnswer(call: Call): Promise<void> {
  let state: unknown
  const ask: Conversation['ask'] = (_, sealed) => {
    state = sealed
    throw new Asked()
  }
  const capabilities = { elicitation: { form: {} } }
  const accepted = { consent: { action: 'accept', content: { agree: true } } }
  for (let tries = 0; tries < 10; tries++) {
    await call({}, { conversation: { answers: {}, state: undefined, capabilities, ask } })
    for (let uses = 0; uses < 3; uses++) {
      const conversation: Conversation = { answers: accepted, state, capabilities, ask }
      const outcome = await call({}, { conversation })
      if (outcome.ok) return
      if (codeOf(outcome) === 'CONSENT_REQUIRED') break
      await later()
    }
  }
  throw new Error('The tool has not run.')
}

/** Fails at the first step, the second and so on, until a run does not get that far. */
async function atEachStep(fault: Fault, agree: (call: Call) => Promise<void>): Promise<number> {
  for (let first = 1; ; first++) {
    const faulty = createFaultyStore(createMemoryStore(), { fault, first, count: 1 })
    const { call, ran } = processOf(faulty.store)
    await agree(call)
    expect(ran).toHaveLength(1)
    if (faulty.stepsTaken() < first) return first - 1
  }
}

describe.each(faults)('consent whose store fails: %s', (fault) => {
  it('runs a tool once for a code, at whatever step it fails, and says when not', async () => {
    expect(await atEachStep(fault, agreeByCode)).toBeGreaterThanOrEqual(4)
  })

  it('runs a tool once for an answer, at whatever step it fails, and says when not', async () => {
    expect(await atEachStep(fault, agreeByAnswer)).toBeGreaterThanOrEqual(1)
  })
})

describe('consent whose store is away', () => {
  it('refuses the call as unavailable, and says that nothing was run', async () => {
    const down = () => Promise.reject(new Error('connection refused at 10.0.0.7'))
    const { call } = processOf({ get: down, set: down, add: down, delete: down })
    const outcome = await call({})
    expect(outcome).toMatchObject({
      problems: [
        {
          code: 'UNAVAILABLE',
          message:
            "The server cannot note the consent of the user now, and did not run 'delete_note'.",
          hint: 'Wait 1 second and call again; wait longer each time.',
          details: { retry_after_seconds: 1 },
        },
      ],
    })
    expect(JSON.stringify(outcome)).not.toContain('10.0.0.7')
  })
})
