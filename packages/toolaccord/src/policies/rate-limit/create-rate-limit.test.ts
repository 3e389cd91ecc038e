import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { responseV2Contract } from '../../contracts/response-v2/contract.ts'
import type { CallOptions } from '../../define/call.ts'
import { defineTool } from '../../define/tool.ts'
import { createRestHandler } from '../../faces/rest/index.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { type RateLimitOptions, createRateLimit } from './create-rate-limit.ts'

const start = '2026-01-01T00:00:00.000Z'
const inOneMinute = '2026-01-01T00:01:00.000Z'

function serverOf(...limits: readonly RateLimitOptions[]) {
  const output = z.object({ found: z.number() })
  const search = defineTool({
    name: 'search',
    summary: 'Find notes.',
    output,
    effect: 'read',
    run(_, call) {
      call.say('Found.')
      return ok({ found: 1 })
    },
  })
  const purge = defineTool({
    name: 'purge',
    summary: 'Remove notes.',
    output,
    effect: 'write',
    codes: ['CONFLICT'],
    run: (_, call) => call.fail('CONFLICT'),
  })
  return defineServer({
    name: 'notes',
    version: '1',
    tools: [search, purge],
    log: silentLog,
    newId: () => 'r1',
    policies: limits.map((one) => createRateLimit({ env: {}, ...one })),
  })
}

const by = (id: string): CallOptions => ({ caller: { id, scopes: [] } })
const from = (name: string): CallOptions => ({ client: { name } })

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(start) })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a rate limit', () => {
  it('notes on every answer how much is left, also on a failure', async () => {
    const server = serverOf({ limit: { calls: 10, perSeconds: 60 } })
    expect(await server.call('search')).toEqual({
      ok: true,
      data: { found: 1 },
      notes: {
        requestId: 'r1',
        message: 'Found.',
        rateLimit: { limit: 10, remaining: 9, resetAt: inOneMinute },
      },
    })
    expect(await server.call('purge')).toMatchObject({
      problems: [{ code: 'CONFLICT' }],
      notes: { rateLimit: { limit: 10, remaining: 9, resetAt: inOneMinute } },
    })
  })

  it('refuses a call over it, in the code of the contract, with the time to wait', async () => {
    const server = serverOf({ limit: { calls: 1, perSeconds: 60 } })
    await server.call('search')
    vi.advanceTimersByTime(15_500)
    expect(await server.call('search')).toEqual({
      ok: false,
      soft: false,
      problems: [
        {
          code: responseV2Contract.problem('rate_limited').code,
          message: "'search' is over its limit of 1 call in 60 seconds.",
          hint: 'Wait 45 seconds and call again.',
          details: { retry_after_seconds: 45 },
        },
      ],
      notes: {
        requestId: 'r1',
        rateLimit: { limit: 1, remaining: 0, resetAt: inOneMinute, retryAfterSeconds: 45 },
      },
    })
  })

  it('becomes status 429 and Retry-After over HTTP', async () => {
    const handler = createRestHandler(serverOf({ limit: { calls: 1, perSeconds: 60 } }))
    const ask = () => handler(new Request('http://localhost/api/search'))
    expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60'])
  })

  it('lets calls through again when the window is over', async () => {
    const server = serverOf({ limit: { calls: 1, perSeconds: 60 } })
    await server.call('search')
    expect((await server.call('search')).ok).toBe(false)
    vi.advanceTimersByTime(60_000)
    expect((await server.call('search')).ok).toBe(true)
  })

  it('warns when under a fifth is left, beside the warnings that are there', async () => {
    const server = serverOf(
      { limit: { calls: 10, perSeconds: 60 } },
      { limit: { calls: 10, perSeconds: 60 } },
    )
    const warnings = []
    for (let call = 1; call <= 9; call++)
      warnings.push((await server.call('search')).notes.warnings)
    expect(warnings.slice(0, 8)).toEqual(Array.from({ length: 8 }))
    const warning = {
      code: 'RATE_LIMIT_APPROACHING',
      severity: 'warning',
      message: `1 of 10 calls of 'search' left until ${inOneMinute}.`,
      context: { limit: 10, remaining: 1, reset_at: inOneMinute },
    }
    expect(warnings[8]).toEqual([warning, warning])
  })

  it('lets a burst through, which takes ten windows to come back', async () => {
    const server = serverOf({ limit: { calls: 2, perSeconds: 60, burst: 1 } })
    const passed = async () => {
      const outcomes = [
        await server.call('search'),
        await server.call('search'),
        await server.call('search'),
        await server.call('search'),
      ]
      return outcomes.filter(({ ok }) => ok).length
    }
    expect(await passed()).toBe(3)
    expect(await server.call('search')).toMatchObject({
      problems: [
        { message: "'search' is over its limit of 2 calls in 60 seconds and a burst of 1." },
      ],
    })
    vi.advanceTimersByTime(60_000)
    expect(await passed()).toBe(2)
    vi.advanceTimersByTime(540_000)
    expect(await passed()).toBe(3)
  })

  it('keeps what an inner limit noted', async () => {
    const server = serverOf(
      { limit: { calls: 10, perSeconds: 60 } },
      { limit: { calls: 1, perSeconds: 5 }, perClient: false },
    )
    await server.call('search')
    expect(await server.call('search')).toMatchObject({
      notes: { rateLimit: { limit: 1, remaining: 0, retryAfterSeconds: 5 } },
    })
  })

  it('gives resets by the clock of its options', async () => {
    const server = serverOf({ limit: { calls: 10, perSeconds: 60 }, now: () => 0 })
    expect(await server.call('search')).toMatchObject({
      notes: { rateLimit: { resetAt: '1970-01-01T00:01:00.000Z' } },
    })
  })
})

describe('whom a rate limit counts', () => {
  const refused = async (server: ReturnType<typeof serverOf>, options?: CallOptions) =>
    !(await server.call('search', {}, options)).ok

  it('is each caller alone, else each client, else all that are unknown', async () => {
    const server = serverOf({ limit: { calls: 1, perSeconds: 60 } })
    for (const options of [by('ada'), by('bob'), from('ada'), from('bob'), undefined]) {
      expect(await refused(server, options)).toBe(false)
      expect(await refused(server, options)).toBe(true)
    }
    expect(await refused(server, { ...by('ada'), ...from('eve') })).toBe(true)
  })

  it('is everybody together where it is not per client', async () => {
    const server = serverOf({ limit: { calls: 1, perSeconds: 60 }, perClient: false })
    expect([
      await refused(server, by('ada')),
      await refused(server, by('bob')),
      await refused(server),
    ]).toEqual([false, true, true])
  })

  it('is each tool alone, by its own limit or the default one, or by none', async () => {
    const server = serverOf({
      limit: { calls: 1, perSeconds: 60 },
      tools: { purge: { calls: 2, perSeconds: 60 } },
    })
    await server.call('search')
    expect(await server.call('purge')).toMatchObject({
      notes: { rateLimit: { limit: 2, remaining: 1 } },
    })
    const free = serverOf({ limit: { calls: 1, perSeconds: 60 }, tools: { search: false } })
    expect((await free.call('search')).notes).not.toHaveProperty('rateLimit')
    const onlyNamed = serverOf({ tools: { purge: { calls: 1, perSeconds: 60 } } })
    expect((await onlyNamed.call('search')).notes).not.toHaveProperty('rateLimit')
  })

  it('lets exactly the allowed calls through in every window', async () => {
    const calls = fc.array(
      fc.record({ who: fc.constantFrom('ada', 'bob'), waitMs: fc.nat(4000) }),
      { maxLength: 40 },
    )
    await fc.assert(
      fc.asyncProperty(
        calls,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 5 }),
        async (calls, limit, perSeconds) => {
          const server = serverOf({ limit: { calls: limit, perSeconds } })
          const windows = new Map<string, { readonly end: number; used: number }>()
          for (const { who, waitMs } of calls) {
            vi.advanceTimersByTime(waitMs)
            const open = windows.get(who)
            const window =
              open !== undefined && open.end > Date.now()
                ? open
                : { end: Date.now() + perSeconds * 1000, used: 0 }
            windows.set(who, window)
            window.used++
            expect(await server.call('search', {}, by(who))).toMatchObject({
              ok: window.used <= limit,
              notes: {
                rateLimit: {
                  limit,
                  remaining: Math.max(0, limit - window.used),
                  resetAt: new Date(window.end).toISOString(),
                },
              },
            })
          }
        },
      ),
      { numRuns: 50 },
    )
  })
})
