import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Call, CallOptions } from '../define/call.ts'
import type { Policy } from '../define/policy.ts'
import { Asked, type Conversation, tooManyRounds } from '../define/questions/conversation.ts'
import { defineTool } from '../define/tool.ts'
import { silentLog } from '../log/log.ts'
import { failure, rejection } from '../outcome/failure.ts'
import { type Outcome, ok } from '../outcome/outcome.ts'
import { defineServer } from '../server.ts'
import { watchCall } from './watch-call.ts'

type Answer = Outcome<{ up: boolean }, never>
const up = ok({ up: true })

function watchedServer(run: () => Answer | Promise<Answer>, timeoutMs?: number) {
  const seen: (string | undefined)[] = []
  const watch: Policy = {
    name: 'watch',
    around: (request, next) =>
      watchCall({
        request,
        next,
        onEnd({ name, problem }) {
          seen.push(problem?.code ?? name)
        },
      }),
  }
  const ping = defineTool({
    name: 'ping',
    summary: 'Answer.',
    output: z.object({ up: z.boolean() }),
    effect: 'read',
    timeoutMs,
    run,
  })
  const server = defineServer({
    name: 'a',
    version: '1',
    tools: [ping],
    policies: [watch],
    log: silentLog,
  })
  return { seen, callPing: (options?: CallOptions) => server.call('ping', {}, options) }
}

describe('watchCall', () => {
  it('shows the outcome of a tool that waits and of one that does not, once', async () => {
    for (const run of [() => up, async () => up]) {
      const { seen, callPing } = watchedServer(run)
      await callPing()
      expect(seen).toEqual(['success'])
    }
  })

  it('returns the outcome of the call', async () => {
    expect(await watchedServer(() => up).callPing()).toMatchObject({ ok: true })
  })

  it('shows that a caller went away, and not what the tool answers afterwards', async () => {
    const leave = new AbortController()
    const late: ((answer: Answer) => void)[] = []
    const { seen, callPing } = watchedServer(
      () =>
        new Promise((resolve) => {
          late.push(resolve)
        }),
    )
    const call = callPing({ signal: leave.signal })
    leave.abort()
    expect(await call).toMatchObject({ ok: false })
    expect(seen).toEqual(['CANCELLED'])
    late[0]?.(up)
    await new Promise(setImmediate)
    expect(seen).toEqual(['CANCELLED'])
  })

  it('shows that a caller went away while the tool began', async () => {
    const leave = new AbortController()
    const { seen, callPing } = watchedServer(() => {
      leave.abort()
      return new Promise(() => {})
    })
    await callPing({ signal: leave.signal })
    expect(seen).toEqual(['CANCELLED'])
  })

  it('shows that the time ran out', async () => {
    const { seen, callPing } = watchedServer(() => new Promise(() => {}), 5)
    expect(await callPing()).toMatchObject({ problems: [{ code: seen[0] }] })
    expect(seen).toHaveLength(1)
  })
})

describe('the end of a call', () => {
  const endOf = async (
    run: (call: Call) => Outcome<{ up: boolean }>,
    conversation?: Conversation,
  ) => {
    const ends: string[] = []
    const watch: Policy = {
      name: 'watch',
      around: (request, next) =>
        watchCall({
          request,
          next,
          onEnd({ name }) {
            ends.push(name)
          },
        }),
    }
    // The cast names one of the codes; which it is does not matter here.
    const ping = defineTool({
      name: 'ping',
      summary: 'Answer.',
      output: z.object({ up: z.boolean() }),
      effect: 'read',
      interactive: true,
      codes: ['no', 'gone'],
      run: (_, call) => run(call) as Outcome<{ up: boolean }, 'no'>,
    })
    const codes = { no: { kind: 'conflict' }, gone: { kind: 'not_found' } } as const
    await defineServer({
      name: 'a',
      version: '1',
      codes,
      tools: [ping],
      policies: [watch],
      log: silentLog,
    }).call('ping', {}, { conversation })
    return ends.join()
  }
  const question = (call: Call) => {
    call.ask('sure', { type: 'roots' })
    return up
  }

  it('is success, a soft failure or a failure', async () => {
    expect(
      await Promise.all([
        endOf(() => up),
        endOf(() => rejection([{ code: 'no' }])),
        endOf(() => failure('gone')),
      ]),
    ).toEqual(['success', 'soft_failure', 'failure'])
  })

  it('is a question where the caller can be asked, and a failure where not', async () => {
    const conversation = { answers: {}, state: undefined, capabilities: { roots: {} } }
    const ask = () => {
      throw new Asked()
    }
    expect(await endOf(question, { ...conversation, ask })).toBe('question')
    expect(await endOf(question)).toBe('failure')
    const refuse = () => {
      throw tooManyRounds()
    }
    expect(await endOf(question, { ...conversation, ask: refuse })).toBe('failure')
  })
})
