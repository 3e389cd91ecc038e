import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { ServerInit } from '../compile/forms/server-init.ts'
import type { Call, CallOptions, Progress } from '../define/call.ts'
import type { Policy } from '../define/policy.ts'
import { type AnyTool, type NoInput, type ToolInit, defineTool } from '../define/tool.ts'
import { type Logger, silentLog } from '../log/log.ts'
import { failure } from '../outcome/failure.ts'
import { ok } from '../outcome/outcome.ts'
import { defineServer } from '../server.ts'

const Output = z.object({ title: z.string() })
type Run = ToolInit<'slow', NoInput, typeof Output, 'NOTE_GONE'>['run']
type Init = Partial<ServerInit<readonly AnyTool[]>> & { readonly timeoutMs?: number }

function serverOf(run: Run, { timeoutMs, ...init }: Init = {}) {
  const tool = defineTool({
    name: 'slow',
    summary: 'Takes its time.',
    output: Output,
    effect: 'read',
    codes: ['NOTE_GONE'],
    timeoutMs,
    run,
  })
  return defineServer({
    name: 'notes',
    version: '1',
    codes: { NOTE_GONE: { kind: 'not_found' } },
    tools: [tool],
    log: silentLog,
    newId: () => 'r1',
    ...init,
  })
}

function recorder(): { readonly log: Logger; readonly lines: unknown[][] } {
  const lines: unknown[][] = []
  return {
    lines,
    log: {
      ...silentLog,
      warn: (...line) => {
        lines.push(line)
      },
      error: (...line) => {
        lines.push(line)
      },
    },
  }
}

const stray: unknown[] = []
const collect = (reason: unknown) => {
  stray.push(reason)
}
beforeEach(() => {
  process.on('unhandledRejection', collect)
})
afterEach(async () => {
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', collect)
  expect(stray.splice(0)).toEqual([])
})

describe('a call that must end early', () => {
  const hang = () => new Promise<never>(() => {})

  it('ends when the tool never settles', async () => {
    const { log, lines } = recorder()
    expect(await serverOf(hang, { timeoutMs: 5, log }).call('slow')).toMatchObject({
      ok: false,
      soft: false,
      problems: [{ code: 'TIMEOUT', message: "'slow' did not answer within 5 ms." }],
      notes: { requestId: 'r1' },
    })
    expect(lines).toEqual([['tool slow was stopped: timeout', { id: 'r1', timeoutMs: 5 }]])
  })

  it.each<[string, Init, CallOptions, number]>([
    ['the server', { limits: { timeoutMs: 5 } }, {}, 5],
    ['the tool before the server', { limits: { timeoutMs: 60_000 }, timeoutMs: 5 }, {}, 5],
    ['the caller when it is lower', { timeoutMs: 60_000 }, { timeoutMs: 5 }, 5],
    ['the tool when the caller asks for more', { timeoutMs: 5 }, { timeoutMs: 60_000 }, 5],
    ['the tool when the caller asks for none', { timeoutMs: 5 }, { timeoutMs: 0 }, 5],
    ['the tool when the caller asks for less than none', { timeoutMs: 5 }, { timeoutMs: -1 }, 5],
  ])('takes the time limit of %s', async (_, init, options, ms) => {
    expect(await serverOf(hang, init).call('slow', {}, options)).toMatchObject({
      problems: [{ message: `'slow' did not answer within ${ms} ms.` }],
    })
  })

  it('ends when a policy never settles', async () => {
    const stuck: Policy = { name: 'stuck', around: hang }
    expect(
      await serverOf(() => ok({ title: 'x' }), { policies: [stuck], timeoutMs: 5 }).call('slow'),
    ).toMatchObject({
      problems: [{ code: 'TIMEOUT' }],
    })
  })

  it('ends when the caller goes away, and tells the tool', async () => {
    const caller = new AbortController()
    const reasons: unknown[] = []
    const run = (_: unknown, { signal }: Call) => {
      signal.addEventListener('abort', () => {
        reasons.push(signal.reason)
      })
      caller.abort()
      return hang()
    }
    expect(await serverOf(run).call('slow', {}, { signal: caller.signal })).toMatchObject({
      ok: false,
      problems: [{ code: 'CANCELLED' }],
      notes: { requestId: 'r1' },
    })
    expect(reasons).toMatchObject([{ name: 'AbortError' }])
  })

  it('is cancelled when the caller goes away while a tool runs that never waits', async () => {
    const caller = new AbortController()
    const run = (_: unknown, { signal }: Call) => {
      caller.abort()
      return ok({ title: String(signal.aborted) })
    }
    expect(await serverOf(run).call('slow', {}, { signal: caller.signal })).toMatchObject({
      problems: [{ code: 'CANCELLED' }],
    })
  })

  it('is cancelled, not failed, when the tool throws because of the signal', async () => {
    const { log, lines } = recorder()
    const caller = new AbortController()
    const run = (_: unknown, { signal }: Call) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        caller.abort()
      })
    expect(await serverOf(run, { log }).call('slow', {}, { signal: caller.signal })).toMatchObject({
      problems: [{ code: 'CANCELLED' }],
    })
    expect(lines[0]).toEqual(['tool slow was stopped: cancelled', { id: 'r1', timeoutMs: 30_000 }])
  })

  it.each<[string, (release: Promise<void>) => ReturnType<Run>]>([
    ['an answer', (release) => release.then(() => ok({ title: 'late' }))],
    [
      'a failure',
      (release) =>
        release.then(() => {
          throw failure('NOTE_GONE')
        }),
    ],
    [
      'an error',
      (release) =>
        release.then(() => {
          throw new Error('late')
        }),
    ],
  ])('drops what comes too late, without a stray rejection: %s', async (_, late) => {
    const gate = deferred()
    const outcome = await serverOf(() => late(gate.promise), { timeoutMs: 5 }).call('slow')
    gate.resolve()
    await gate.promise
    expect(outcome).toMatchObject({ problems: [{ code: 'TIMEOUT' }] })
  })

  it('hears no progress after its end', async () => {
    const seen: Progress[] = []
    const gate = deferred()
    const run = async (_: unknown, call: Call) => {
      call.progress(1)
      await gate.promise
      call.progress(2)
      return ok({ title: 'late' })
    }
    await serverOf(run, { timeoutMs: 5 }).call(
      'slow',
      {},
      {
        onProgress: (progress) => {
          seen.push(progress)
        },
      },
    )
    gate.resolve()
    await gate.promise
    expect(seen).toEqual([{ done: 1 }])
  })
})

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
