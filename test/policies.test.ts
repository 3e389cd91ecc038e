import { createFlags, createPager, defineFlags, defineServer, defineTool, ok } from 'toolaccord'
import { createConcurrency, createIdempotency } from 'toolaccord/policies'
import { createRateLimit } from 'toolaccord/rate-limit'
import { createFaceClient, describeFaces, faces } from 'toolaccord/testing'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

const drop = () => {}
const log = { trace: drop, debug: drop, info: drop, warn: drop, error: drop }
const flags = createFlags(
  defineFlags({
    bulk: { summary: 'Bulk.', state: 'beta', owner: 'team', default: false },
    on: { summary: 'On.', state: 'stable', owner: 'team', default: true },
  }),
  { log },
)
const cities = ['bergen', 'oslo', 'tromso', 'turku'].map((id) => ({ id }))
const pager = createPager({
  tool: 'list_cities',
  keyOf: (city: { readonly id: string }) => city.id,
})

/** A server with a tool for each policy. */
function createServer() {
  let written = 0
  const base = {
    summary: 'Do it.',
    output: z.object({ n: z.int().optional(), ids: z.array(z.string()).optional() }),
    effect: 'read',
  } as const
  const tools = [
    defineTool({
      ...base,
      name: 'delete_it',
      input: z.strictObject({ id: z.string() }),
      effect: 'destroy',
      run: () => ok({ n: 1 }),
    }),
    defineTool({ ...base, name: 'gated', flag: 'bulk', run: () => ok({}) }),
    defineTool({
      ...base,
      name: 'ask_flags',
      run: (_, call) => ok({ n: Number(call.flag('on')) - Number(call.flag('bulk')) }),
    }),
    defineTool({ ...base, name: 'limited', run: () => ok({}) }),
    defineTool({
      ...base,
      name: 'renamed',
      formerly: [{ name: 'old_name', since: '1.1', removeIn: '2.0' }],
      run: () => ok({}),
    }),
    defineTool({
      ...base,
      name: 'write_it',
      effect: 'write',
      input: z.strictObject({ text: z.string() }),
      run: () => ok({ n: ++written }),
    }),
    defineTool({
      ...base,
      name: 'slow',
      timeoutMs: 20,
      run: (_, call) =>
        new Promise((resolve) => call.signal.addEventListener('abort', () => resolve(ok({})))),
    }),
    defineTool({
      ...base,
      name: 'warned',
      run(_, call) {
        call.warn('STALE_CACHE', 'Old.')
        call.warn('FALLBACK_USED', 'Other.')
        return ok({})
      },
    }),
    defineTool({
      ...base,
      name: 'list_cities',
      input: z.strictObject({ cursor: z.string().optional(), limit: z.int().optional() }),
      async run(input) {
        const { items, notes } = await pager.page(cities, input)
        return ok({ ids: items.map(({ id }) => id) }, notes)
      },
    }),
  ]
  const limit = createRateLimit({
    tools: { limited: { calls: 2, perSeconds: 3600 } },
    perClient: false,
    env: {},
    now: () => 0,
  })
  return defineServer({
    name: 'every policy',
    version: '1',
    tools,
    flags,
    log,
    env: {},
    policies: [limit, createConcurrency(), createIdempotency()],
  })
}

describeFaces('policies', createServer, ({ call, callByName }) => {
  it('ask for consent before anything is destroyed', async () => {
    expect((await call('delete_it', { id: 'x' })).outcome).toMatchObject({
      ok: false,
      problems: [{ code: 'CONSENT_REQUIRED' }],
      notes: { instruction: expect.stringContaining('Do not retry') },
    })
    const agreed = await call('delete_it', { id: 'x' }, { consent: 'granted' })
    expect(agreed.outcome).toMatchObject({ ok: true })
  })

  it('gate tools by flags, and answer tools that ask for them', async () => {
    expect((await call('gated')).outcome).toMatchObject({
      ok: false,
      problems: [{ code: 'FEATURE_DISABLED', details: { feature: 'bulk', state: 'beta' } }],
    })
    expect((await call('ask_flags')).outcome).toMatchObject({ ok: true, data: { n: 1 } })
  })

  it('answer to former names', async () => {
    expect((await callByName('old_name')).outcome).toMatchObject({
      ok: true,
      notes: {
        warnings: [{ code: 'DEPRECATED', message: expect.stringContaining('use renamed') }],
        deprecation: { use: 'renamed' },
      },
    })
    expect((await call('renamed')).outcome.notes.warnings).toBe(undefined)
  })

  it('run a write once under one key', async () => {
    const idempotencyKey = 'k1'
    expect((await call('write_it', { text: 'a' }, { idempotencyKey })).outcome).toMatchObject({
      ok: true,
      data: { n: 1 },
    })
    expect((await call('write_it', { text: 'a' }, { idempotencyKey })).outcome).toMatchObject({
      ok: true,
      data: { n: 1 },
      notes: { warnings: [{ code: 'IDEMPOTENT_REPLAY', severity: 'info' }] },
    })
    expect((await call('write_it', { text: 'b' }, { idempotencyKey })).outcome).toMatchObject({
      ok: false,
      problems: [{ code: 'CONFLICT' }],
    })
    expect((await call('write_it', { text: 'b' })).outcome).toMatchObject({
      ok: true,
      data: { n: 2 },
    })
  })

  it('end a call that takes too long', async () => {
    expect((await call('slow')).outcome).toMatchObject({
      ok: false,
      problems: [{ code: 'TIMEOUT' }],
    })
  })

  it('give every warning the severity of its code', async () => {
    const { body } = await call('warned')
    expect(body?.meta).toMatchObject({
      warnings: ['Old.', 'Other.'],
      warning_details: [
        { code: 'STALE_CACHE', severity: 'warning', message: 'Old.' },
        { code: 'FALLBACK_USED', severity: 'info', message: 'Other.' },
      ],
    })
  })

  it('cut lists into pages, and refuse cursors that they did not give', async () => {
    const first = await call('list_cities', { limit: 3 })
    expect(first.outcome).toMatchObject({
      ok: true,
      data: { ids: ['bergen', 'oslo', 'tromso'] },
      notes: { page: { hasMore: true, total: 4 } },
    })
    const cursor = first.outcome.notes.page?.cursor
    expect((await call('list_cities', { limit: 3, cursor })).outcome).toMatchObject({
      ok: true,
      data: { ids: ['turku'] },
      notes: { page: { cursor: null, hasMore: false } },
    })
    expect((await call('list_cities', { cursor: 'made-up' })).outcome).toMatchObject({
      ok: false,
      problems: [{ code: 'INVALID_CURSOR', path: 'cursor' }],
    })
    expect((await call('list_cities', { limit: 9000 })).outcome).toMatchObject({
      ok: true,
      notes: { warnings: [{ code: 'LIMIT_CLAMPED' }] },
    })
  })
})

// Times are of the clock, so the faces cannot be compared with each other.
describe('rate limits', () => {
  it.each(faces)('warn when little is left, then refuse, through the %s face', async (face) => {
    const { call } = createFaceClient(createServer(), face)
    await call('limited')
    expect((await call('limited')).outcome).toMatchObject({
      ok: true,
      notes: {
        rateLimit: { limit: 2, remaining: 0 },
        warnings: [{ code: 'RATE_LIMIT_APPROACHING', severity: 'warning' }],
      },
    })
    const { outcome, status, exit } = await call('limited')
    expect(outcome).toMatchObject({
      ok: false,
      problems: [{ code: 'RATE_LIMIT_EXCEEDED' }],
      notes: { rateLimit: { limit: 2, remaining: 0, retryAfterSeconds: expect.any(Number) } },
    })
    expect([status ?? 429, exit ?? 14]).toEqual([429, 14])
  })
})
