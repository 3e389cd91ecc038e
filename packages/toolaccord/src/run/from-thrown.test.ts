import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Call, CallOptions } from '../define/call.ts'
import type { Policy } from '../define/policy.ts'
import { defineTool } from '../define/tool.ts'
import { type Logger, silentLog } from '../log/log.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { Refusal } from '../outcome/refusal.ts'
import { defineServer } from '../server.ts'

/** Calls a tool, and gives what a policy around it saw and what was logged as an error. */
async function callOf(run: (input: unknown, call: Call) => never, options: CallOptions = {}) {
  const seen: Outcome[] = []
  const errors: unknown[][] = []
  const log: Logger = { ...silentLog, error: (...line) => errors.push(line) }
  const watch: Policy = {
    name: 'watch',
    async around(_, next) {
      const outcome = await next()
      seen.push(outcome)
      return outcome
    },
  }
  const tool = defineTool({
    name: 'break',
    summary: 'Break.',
    output: z.object({}),
    effect: 'read',
    interactive: true,
    run,
  })
  const init = { name: 'a', version: '1', tools: [tool], newId: () => 'r1' }
  const outcome = await defineServer({ ...init, policies: [watch], log }).call('break', {}, options)
  return { outcome, seen: seen[0], errors }
}

describe('what a tool throws', () => {
  it('is an answer of the framework if it is a refusal: its code, and what it says', async () => {
    const { outcome, errors } = await callOf(() => {
      throw new Refusal('unavailable', { message: 'The disk is full.', hint: 'Free some space.' })
    })
    expect(outcome).toMatchObject({
      problems: [{ code: 'UNAVAILABLE', message: 'The disk is full.', hint: 'Free some space.' }],
    })
    expect(errors).toEqual([])
  })

  it('says that the caller cannot be asked, if it is a question', async () => {
    const { outcome, errors } = await callOf((_, call) => {
      call.ask('where', { type: 'roots' })
      return expect.unreachable()
    })
    expect(outcome).toMatchObject({
      problems: [
        {
          code: 'NOT_IMPLEMENTED',
          message: 'The tool has a question, and this caller cannot be asked.',
        },
      ],
    })
    expect(errors).toEqual([])
  })

  it('is a cancelled call, and not an error in the log, if it is the reason of the signal', async () => {
    const caller = new AbortController()
    const { seen, errors } = await callOf(
      (_, { signal }) => {
        caller.abort()
        throw signal.reason
      },
      { signal: caller.signal },
    )
    expect(seen).toMatchObject({ problems: [{ code: 'CANCELLED' }] })
    expect(errors).toEqual([])
  })

  it('is an error in the log if it is another one, although the caller has gone', async () => {
    const caller = new AbortController()
    const thrown = new Error('a bug')
    const { seen, errors } = await callOf(
      () => {
        caller.abort()
        throw thrown
      },
      { signal: caller.signal },
    )
    expect(seen).toMatchObject({ problems: [{ code: 'INTERNAL_ERROR' }] })
    expect(errors).toEqual([['tool break threw', { id: 'r1', thrown }]])
  })

  it('is an error in the log if nobody has stopped the tool, even if it is undefined', async () => {
    const { outcome, errors } = await callOf(() => {
      throw undefined
    })
    expect(outcome).toMatchObject({ problems: [{ code: 'INTERNAL_ERROR' }] })
    expect(errors).toHaveLength(1)
  })
})
