import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { CallOptions } from '../../define/call.ts'
import type { Policy } from '../../define/policy.ts'
import { defineTool } from '../../define/tool.ts'
import { createRestHandler } from '../../faces/rest/index.ts'
import { silentLog } from '../../log/log.ts'
import { type Outcome, type Success, ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { type ConcurrencyOptions, createConcurrency } from './create-concurrency.ts'

/** A run of a tool that goes on until the test ends it. */
interface Run {
  readonly tool: string
  readonly number: number
  end(): void
}

/**
 * A server whose tools `draw` and `print` run until they are ended, and whose tool `ping` answers
 * at once.
 */
function serverOf(
  options?: ConcurrencyOptions,
  { outer, inner }: { readonly outer?: Policy['around']; readonly inner?: Policy['around'] } = {},
) {
  const started: Run[] = []
  const running = new Set<Run>()
  const warnings: string[] = []
  const input = z.object({ number: z.number().default(0) })
  const slow = <const Name extends string>(tool: Name) =>
    defineTool({
      name: tool,
      summary: 'Take a while.',
      input,
      output: z.object({ number: z.number() }),
      effect: 'read',
      run: ({ number }) =>
        new Promise<Success<{ readonly number: number }>>((resolve) => {
          const end = () => {
            running.delete(run)
            resolve(ok({ number }))
          }
          const run: Run = { tool, number, end }
          started.push(run)
          running.add(run)
        }),
    })
  const ping = defineTool({
    name: 'ping',
    summary: 'Answer.',
    output: z.object({ up: z.boolean() }),
    effect: 'read',
    run: () => ok({ up: true }),
  })
  const log = {
    ...silentLog,
    warn(message: string) {
      warnings.push(message)
    },
  }
  const toPolicy = (around: Policy['around'] = (request, next) => next(request)): Policy => ({
    name: 'other',
    around,
  })
  const policies = [toPolicy(outer), createConcurrency(options), toPolicy(inner)]
  const server = defineServer({
    name: 'office',
    version: '1',
    tools: [slow('draw'), slow('print'), ping],
    log,
    policies,
  })
  /** Starts a call that nobody waits for. */
  const begin = (tool: 'draw' | 'print', args = {}, options: CallOptions = {}) => {
    server.call(tool, args, options)
  }
  return { server, begin, started, running, warnings }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))
const numbers = (runs: Iterable<Run>) => Array.from(runs, ({ number }) => number)

describe('the limit of running calls', () => {
  it('lets calls through that come one after the other', async () => {
    const { server } = serverOf({ calls: 1, queue: 0 })
    for (let call = 0; call < 3; call++)
      expect(await server.call('ping', {})).toMatchObject({ ok: true, data: { up: true } })
  })

  it('lets further calls wait, first come first served', async () => {
    const { server, started } = serverOf({ calls: 2 })
    const calls = [0, 1, 2, 3].map((number) => server.call('draw', { number }))
    await settle()
    expect(numbers(started)).toEqual([0, 1])
    started[1]?.end()
    await settle()
    expect(numbers(started)).toEqual([0, 1, 2])
    for (const { end } of started) end()
    await settle()
    started[3]?.end()
    expect(await Promise.all(calls)).toMatchObject(
      [0, 1, 2, 3].map((number) => ({ ok: true, data: { number } })),
    )
  })

  it('is 64 calls for a server by default, and 256 may wait', async () => {
    const { server, running } = serverOf()
    const calls = Array.from({ length: 321 }, () => server.call('draw'))
    await settle()
    expect(running.size).toBe(64)
    expect(await calls[320]).toMatchObject({ ok: false })
    for (let wave = 0; wave < 5; wave++) {
      for (const { end } of running) end()
      await settle()
    }
    expect((await Promise.all(calls)).filter(({ ok }) => ok)).toHaveLength(320)
  })

  it('lets no other tool wait behind one that is full', async () => {
    const { begin, running } = serverOf({ calls: 3, tools: { draw: 1 } })
    for (const number of [0, 1]) begin('draw', { number })
    for (const number of [2, 3, 4]) begin('print', { number })
    await settle()
    expect(numbers(running)).toEqual([0, 2, 3])
    for (const run of running) if (run.number === 2) run.end()
    await settle()
    expect(numbers(running)).toEqual([0, 3, 4])
    for (const run of running) if (run.number === 0) run.end()
    await settle()
    expect(numbers(running)).toEqual([3, 4, 1])
  })

  it('refuses a call when too many wait, and says when to come back', async () => {
    const { server, begin } = serverOf({ calls: 1, queue: 1 })
    for (let call = 0; call < 2; call++) begin('draw')
    expect(await server.call('draw')).toMatchObject({
      ok: false,
      soft: false,
      problems: [
        {
          code: 'UNAVAILABLE',
          message: "The server is busy (running: 1, waiting: 1) and cannot take 'draw' now.",
          hint: 'Wait 1 second and call again; wait longer each time.',
          details: { retry_after_seconds: 1 },
        },
      ],
    })
    const answer = await createRestHandler(server)(new Request('http://localhost/api/draw'))
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '1'])
  })

  it('gives the place of a caller who has gone to the next', async () => {
    const { server, begin, started } = serverOf({ calls: 1, queue: 1 })
    const gone = new AbortController()
    begin('draw', { number: 0 })
    const waiting = server.call('draw', { number: 1 }, { signal: gone.signal })
    await settle()
    gone.abort()
    expect(await waiting).toMatchObject({ problems: [{ code: 'CANCELLED' }] })
    begin('draw', { number: 2 })
    started[0]?.end()
    await settle()
    expect(numbers(started)).toEqual([0, 2])
  })

  it('runs no call that has ended, however close to its turn', async () => {
    for (let hops = 0; hops < 30; hops++) {
      const { begin, started } = serverOf({ calls: 1 })
      const gone = new AbortController()
      begin('draw', { number: 0 })
      begin('draw', { number: 1 }, { signal: gone.signal })
      begin('draw', { number: 2 })
      await settle()
      started[0]?.end()
      for (let hop = 0; hop < hops; hop++) await Promise.resolve()
      const isLate = started.length > 1
      gone.abort()
      await settle()
      expect(numbers(started)).toEqual(isLate ? [0, 1] : [0, 2])
    }
  })

  it('keeps no place for a call that ended before it came to wait', async () => {
    const { begin, started } = serverOf(
      { calls: 1, queue: 1 },
      {
        async outer(request, next) {
          await settle()
          return next(request)
        },
      },
    )
    const gone = new AbortController()
    begin('draw', { number: 0 })
    begin('draw', { number: 1 }, { signal: gone.signal })
    gone.abort()
    await settle()
    await settle()
    begin('draw', { number: 2 })
    await settle()
    await settle()
    started[0]?.end()
    await settle()
    expect(numbers(started)).toEqual([0, 2])
  })

  it('leaves a call its slot until the call ends, however many others wait', async () => {
    const { begin, started, warnings } = serverOf({ calls: 1, graceMs: 0 })
    for (const number of [0, 1]) begin('draw', { number })
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(numbers(started)).toEqual([0])
    expect(warnings).toEqual([])
  })

  it('holds the slot of a tool that goes on after its call ended, but not for ever', async () => {
    const { server, begin, started, warnings } = serverOf({ calls: 1, graceMs: 20 })
    const first = server.call('draw', { number: 0 }, { timeoutMs: 5 })
    const second = server.call('draw', { number: 1 })
    expect(await first).toMatchObject({ problems: [{ code: 'TIMEOUT' }] })
    expect(numbers(started)).toEqual([0])
    await expect.poll(() => numbers(started)).toEqual([0, 1])
    expect(warnings).toContain(
      'tool draw still runs 20 ms after its call has ended; its slot goes to another call',
    )
    begin('draw', { number: 2 })
    started[0]?.end()
    await settle()
    expect(numbers(started)).toEqual([0, 1])
    started[1]?.end()
    expect((await second).ok).toBe(true)
  })

  it('gives away the slot of a call that ended before its tool began to wait', async () => {
    const gone = new AbortController()
    const { server, begin, started } = serverOf(
      { calls: 1, graceMs: 0 },
      {
        inner(request, next) {
          gone.abort()
          return next(request)
        },
      },
    )
    expect(await server.call('draw', { number: 0 }, { signal: gone.signal })).toMatchObject({
      problems: [{ code: 'CANCELLED' }],
    })
    begin('draw', { number: 1 })
    await expect.poll(() => numbers(started)).toEqual([0, 1])
  })

  it('gives away the slot of a call that had to wait itself, too', async () => {
    const { begin, started } = serverOf({ calls: 1, graceMs: 0 })
    const gone = new AbortController()
    begin('draw', { number: 0 })
    begin('draw', { number: 1 }, { signal: gone.signal })
    begin('draw', { number: 2 })
    await settle()
    started[0]?.end()
    await settle()
    gone.abort()
    await expect.poll(() => numbers(started)).toEqual([0, 1, 2])
  })

  it('says nothing about a tool that ends soon after its call', async () => {
    const { server, begin, started, warnings } = serverOf({ calls: 1, graceMs: 5 })
    const stopped = server.call('draw', {}, { timeoutMs: 5 })
    begin('draw')
    await stopped
    started[0]?.end()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(warnings).toEqual(['tool draw was stopped: timeout'])
  })

  it.each<[string, Policy['around']]>([
    [
      'throws',
      () => {
        throw new Error('broken')
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('broken')
      },
    ],
  ])('loses no slot to an inner policy that %s', async (_, around) => {
    const { server } = serverOf({ calls: 1, queue: 0 }, { inner: around })
    for (let call = 0; call < 3; call++)
      expect(await server.call('ping')).toMatchObject({ problems: [{ code: 'INTERNAL_ERROR' }] })
  })

  it('throws for wrong options, with every fault', () => {
    expect(() =>
      createConcurrency({ calls: 0, tools: { draw: 1.5 }, queue: -1, graceMs: Infinity }),
    ).toThrow(
      'These concurrency limits cannot work: calls: 0 is not a whole number from 1 to 100000; ' +
        'tools.draw: 1.5 is not a whole number from 1 to 100000; ' +
        'queue: -1 is not a whole number from 0 to 100000; ' +
        'graceMs: Infinity is not a whole number from 0 to 3600000.',
    )
  })
})

describe('in any order of events', () => {
  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        event: fc.constant('call' as const),
        tool: fc.constantFrom('draw' as const, 'print' as const),
        at: fc.nat(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        event: fc.constantFrom('end' as const, 'leave' as const),
        at: fc.nat(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ event: fc.constant('pause' as const), at: fc.nat() }) },
  )
  const limits = fc.record({
    calls: fc.integer({ min: 1, max: 4 }),
    draw: fc.integer({ min: 1, max: 3 }),
    queue: fc.nat(4),
  })

  it('keeps the limits and the order, answers every call and loses no slot', async () => {
    await fc.assert(
      fc.asyncProperty(
        limits,
        fc.array(step, { maxLength: 40 }),
        async ({ calls, draw, queue }, steps) => {
          const { server, begin, started, running } = serverOf({ calls, tools: { draw }, queue })
          const answers: Promise<Outcome>[] = []
          const callers: AbortController[] = []
          const pick = <T>(all: Iterable<T>, at: number) =>
            [...all].at(at % Math.max(1, [...all].length))
          const check = () => {
            expect(running.size).toBeLessThanOrEqual(calls)
            expect([...running].filter(({ tool }) => tool === 'draw').length).toBeLessThanOrEqual(
              draw,
            )
          }
          for (const one of steps) {
            if (one.event === 'call') {
              const caller = new AbortController()
              answers.push(
                server.call(one.tool, { number: callers.push(caller) }, { signal: caller.signal }),
              )
            } else if (one.event === 'end') pick(running, one.at)?.end()
            else if (one.event === 'leave') pick(callers, one.at)?.abort()
            else await settle()
            check()
          }
          do {
            for (const { end } of running) end()
            await settle()
            check()
          } while (running.size > 0)
          for (const { ok } of await Promise.all(answers)) expect(ok).toBeTypeOf('boolean')
          for (const name of ['draw', 'print']) {
            const order = numbers(started.filter(({ tool }) => tool === name))
            expect(order).toEqual([...order].sort((a, b) => a - b))
          }
          // Where no tool can be full before the server is, nobody is ever passed by.
          if (draw >= calls)
            expect(numbers(started)).toEqual(numbers(started).sort((a, b) => a - b))
          for (let call = 0; call < calls; call++) begin('print')
          await settle()
          expect(running.size).toBe(calls)
        },
      ),
    )
  })
})
