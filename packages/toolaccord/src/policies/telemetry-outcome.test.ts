import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { CallOptions } from '../call.ts'
import { failure, rejection } from '../failure.ts'
import { silentLog } from '../log.ts'
import { type Outcome, ok } from '../outcome.ts'
import type { Policy } from '../policy.ts'
import { defineServer } from '../server.ts'
import { defineTool } from '../tool.ts'
import { codeOf, nameOutcome, watchOutcome } from './telemetry-outcome.ts'

type Answer = Outcome<{ up: boolean }, never>
const up = ok({ up: true })

function watchedServer(run: () => Answer | Promise<Answer>, timeoutMs?: number) {
  const seen: (string | undefined)[] = []
  const watch: Policy = { name: 'watch', around: (request, next) => watchOutcome(request, next(request), (outcome) => seen.push(codeOf(outcome) ?? nameOutcome(outcome))) }
  const ping = defineTool({ name: 'ping', summary: 'Answer.', output: z.object({ up: z.boolean() }), effect: 'read', timeoutMs, run })
  const server = defineServer({ name: 'a', version: '1', tools: [ping], policies: [watch], log: silentLog })
  return { seen, dispatch: (options?: CallOptions) => server.dispatch('ping', {}, options) }
}

describe('watchOutcome', () => {
  it('shows the outcome of a tool that waits and of one that does not, once', async () => {
    for (const run of [() => up, async () => up]) {
      const { seen, dispatch } = watchedServer(run)
      await dispatch()
      expect(seen).toEqual(['success'])
    }
  })

  it('makes no promise where there is none', () => {
    expect(watchedServer(() => up).dispatch()).toMatchObject({ ok: true })
  })

  it('shows that a caller went away, and not what the tool answers afterwards', async () => {
    const leave = new AbortController()
    const late: ((answer: Answer) => void)[] = []
    const { seen, dispatch } = watchedServer(() => new Promise((resolve) => void late.push(resolve)))
    const call = dispatch({ signal: leave.signal })
    leave.abort()
    expect(await call).toMatchObject({ ok: false })
    expect(seen).toEqual(['CANCELLED'])
    late[0]?.(up)
    await new Promise(setImmediate)
    expect(seen).toEqual(['CANCELLED'])
  })

  it('shows that the time ran out', async () => {
    const { seen, dispatch } = watchedServer(() => new Promise(() => {}), 5)
    expect(await dispatch()).toMatchObject({ problems: [{ code: seen[0] }] })
    expect(seen).toHaveLength(1)
  })
})

describe('nameOutcome', () => {
  it('tells success, soft failure and failure apart', () => {
    expect([up, rejection([{ code: 'no' }]), failure('gone')].map(nameOutcome)).toEqual(['success', 'soft_failure', 'failure'])
  })
})
