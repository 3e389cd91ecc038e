import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { CallOptions } from '../../define/call.ts'
import type { Policy } from '../../define/policy.ts'
import { Asked, type Conversation } from '../../define/questions/conversation.ts'
import { defineTool } from '../../define/tool.ts'
import { createRestHandler } from '../../faces/rest/index.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { createMemoryStore } from '../../stores/create-memory-store.ts'
import { type IdempotencyOptions, createIdempotency } from './create-idempotency.ts'

const codes = {
  FULL: { kind: 'conflict' },
  UNFIT: { kind: 'validation' },
  GONE: { kind: 'not_found' },
  BROKEN: { kind: 'internal' },
  AWAY: { kind: 'unavailable' },
  HURRY: { kind: 'rate_limit' },
  STRANGER: { kind: 'authentication' },
  DENIED: { kind: 'authorization' },
  OFF: { kind: 'feature_flag' },
  UNMADE: { kind: 'not_implemented' },
} as const

/** A server whose tool `send` counts its runs, and does what the text that it gets says. */
function serverOf(options?: IdempotencyOptions, inner: Policy['around'] = (_, next) => next()) {
  let runs = 0
  const lines: string[] = []
  const output = z.object({ run: z.number(), body: z.string().optional() })
  const send = defineTool({
    name: 'send',
    summary: 'Send a message.',
    input: z.object({
      text: z.string().default('hello'),
      to: z.record(z.string(), z.number()).optional(),
    }),
    output,
    effect: 'write',
    interactive: true,
    codes: Object.keys(codes) as (keyof typeof codes)[],
    run({ text }, call) {
      const run = ++runs
      call.warn('SENT', 'It went out.')
      if (text === 'crash') throw new Error('a bug')
      if (text === 'ask') call.ask('sure', { type: 'roots' })
      if (text === 'refuse')
        return call.reject([{ code: 'FULL' }, { code: 'GONE' }], { data: { run } })
      if (text === 'half away') return call.reject([{ code: 'FULL' }, { code: 'AWAY' }])
      if (text === 'big') return ok({ run, body: 'x'.repeat(1_048_576) })
      const code = Object.keys(codes).find((one) => one === text)
      // The cast says what has just been found.
      return code === undefined ? ok({ run }) : call.fail(code as keyof typeof codes)
    },
  })
  const count = defineTool({
    name: 'count',
    summary: 'Count.',
    output,
    effect: 'read',
    run: () => ok({ run: ++runs }),
  })
  const wipe = defineTool({
    name: 'wipe',
    summary: 'Wipe.',
    output,
    effect: 'destroy',
    consent: false,
    run: () => ok({ run: ++runs }),
  })
  const note = (line: string) => {
    lines.push(line)
  }
  const log = { ...silentLog, warn: note, error: note }
  let ids = 0
  const policies = [createIdempotency(options), { name: 'inner', around: inner }]
  const server = defineServer({
    name: 'post',
    version: '1',
    codes,
    tools: [send, count, wipe],
    log,
    newId: () => `r${++ids}`,
    policies,
  })
  return { server, lines, runs: () => runs }
}

const under = (idempotencyKey: string, options?: CallOptions): CallOptions => ({
  idempotencyKey,
  ...options,
})
const replay = {
  code: 'IDEMPOTENT_REPLAY',
  severity: 'info',
  message: 'This is the outcome of an earlier call with the same idempotency key; nothing was run.',
}

describe('a call without an idempotency key', () => {
  it('runs each time', async () => {
    const { server } = serverOf()
    for (const run of [1, 2])
      expect(await server.call('send', {})).toMatchObject({ ok: true, data: { run } })
  })
})

describe('a second call under an idempotency key', () => {
  it('gives the first outcome with a warning and its own id, and does not run', async () => {
    const { server, runs } = serverOf()
    const first = await server.call('send', {}, under('k1'))
    expect(first).toEqual({
      ok: true,
      data: { run: 1 },
      notes: {
        requestId: 'r1',
        warnings: [{ code: 'SENT', severity: 'warning', message: 'It went out.' }],
      },
    })
    expect(await server.call('send', {}, under('k1'))).toEqual({
      ...first,
      notes: { requestId: 'r2', warnings: [...(first.notes.warnings ?? []), replay] },
    })
    expect(runs()).toBe(1)
  })

  it('is known by the value of its arguments, not by the order of their members', async () => {
    const { server } = serverOf()
    await server.call('send', { text: 'a', to: { b: 1, c: 2 } }, under('k1'))
    expect(await server.call('send', { to: { c: 2, b: 1 }, text: 'a' }, under('k1'))).toMatchObject(
      { data: { run: 1 } },
    )
  })

  it('is refused if its arguments are others, and learns what to do', async () => {
    const { server, runs } = serverOf()
    await server.call('send', { text: 'a' }, under('k1'))
    expect(await server.call('send', { text: 'b' }, under('k1'))).toMatchObject({
      ok: false,
      soft: false,
      problems: [
        {
          code: 'CONFLICT',
          message:
            "The idempotency key 'k1' belongs to an earlier call of 'send' with other arguments.",
          path: 'idempotencyKey',
          hint:
            'For a new call use a new key. ' +
            'To get the outcome of the earlier call, send exactly its arguments.',
        },
      ],
    })
    expect(runs()).toBe(1)
    expect(await server.call('send', { text: 'a' }, under('k1'))).toMatchObject({
      data: { run: 1 },
    })
  })

  it('runs if the key, the caller, the client or the tool is another', async () => {
    const { server, runs } = serverOf()
    const ann = { caller: { id: 'ann', scopes: [] } }
    const others = [
      under('k1'),
      under('k2'),
      under('k1', ann),
      under('k1', { caller: { id: 'bob', scopes: [] } }),
      under('k1', { client: { name: 'ann' } }),
      under('k1', { client: { name: 'bob' } }),
    ]
    for (const options of others)
      expect((await server.call('send', {}, options)).notes.warnings).not.toContainEqual(replay)
    await server.call('wipe', {}, under('k1'))
    expect(runs()).toBe(7)
    for (const options of [...others, under('k1', { ...ann, client: { name: 'bob' } })])
      expect((await server.call('send', {}, options)).notes.warnings).toContainEqual(replay)
    expect(runs()).toBe(7)
  })

  it('runs where the tool only reads', async () => {
    const { server } = serverOf()
    for (const run of [1, 2])
      expect(await server.call('count', {}, under('k1'))).toMatchObject({ data: { run } })
  })

  it('runs again when the outcome has been kept for long enough', async () => {
    let time = 0
    const { server } = serverOf({ now: () => time })
    await server.call('send', {}, under('k1'))
    time = 86_399_999
    expect(await server.call('send', {}, under('k1'))).toMatchObject({ data: { run: 1 } })
    time = 86_400_000
    expect(await server.call('send', {}, under('k1'))).toMatchObject({ data: { run: 2 } })
  })

  it('does not get the notes that were true for the first one only', async () => {
    const { server } = serverOf({}, async (_, next) => {
      const outcome = await next()
      return {
        ...outcome,
        notes: {
          ...outcome.notes,
          version: '7',
          rateLimit: { remaining: 3 },
          timing: { duration_ms: 5 },
        },
      }
    })
    expect((await server.call('send', {}, under('k1'))).notes).toMatchObject({
      version: '7',
      rateLimit: { remaining: 3 },
    })
    const { notes } = await server.call('send', {}, under('k1'))
    expect([notes.version, notes.rateLimit, notes.timing]).toEqual(['7', undefined, undefined])
  })
})

describe('a failure under an idempotency key', () => {
  it.each(['refuse', 'FULL', 'UNFIT', 'GONE'])('is kept when it is final: %s', async (text) => {
    const { server, runs } = serverOf()
    const first = await server.call('send', { text }, under('k1'))
    const second = await server.call('send', { text }, under('k1'))
    expect(first.ok).toBe(false)
    expect(second).toEqual({
      ...first,
      notes: { requestId: 'r2', warnings: [...(first.notes.warnings ?? []), replay] },
    })
    expect(runs()).toBe(1)
  })

  it.each(['crash', 'BROKEN', 'AWAY', 'HURRY', 'STRANGER', 'DENIED', 'OFF', 'UNMADE', 'half away'])(
    'is not kept when it may pass: %s',
    async (text) => {
      const { server, runs } = serverOf()
      for (let call = 0; call < 2; call++)
        expect(
          (await server.call('send', { text }, under('k1'))).notes.warnings ?? [],
        ).not.toContainEqual(replay)
      expect(runs()).toBe(2)
      expect(await server.call('send', { text: 'other' }, under('k1'))).toMatchObject({
        data: { run: 3 },
      })
    },
  )

  it('is not kept for bad arguments, which the caller may mend', async () => {
    const { server, runs } = serverOf()
    // The cast is for a caller that does not know the schema.
    for (let call = 0; call < 2; call++)
      expect(await server.call('send', { text: 1 } as never, under('k1'))).toMatchObject({
        ok: false,
      })
    expect(runs()).toBe(0)
    expect(await server.call('send', { text: 'a' }, under('k1'))).toMatchObject({
      ok: true,
      data: { run: 1 },
    })
  })

  it('is not made of a question, so that the next round can run with the answer', async () => {
    const { server } = serverOf()
    const ask = vi.fn(() => {
      throw new Asked()
    })
    const round = (answers: Conversation['answers']) => {
      const conversation = { answers, state: undefined, capabilities: { roots: {} }, ask }
      return server.call('send', { text: 'ask' }, under('k1', { conversation }))
    }
    await round({})
    expect(ask).toHaveBeenCalledTimes(1)
    const answered = { ok: true, data: { run: 2 } }
    expect(await round({ sure: { roots: [] } })).toMatchObject(answered)
    expect(await round({})).toMatchObject(answered)
  })
})

describe('an idempotency key', () => {
  it.each(['', 'with space', 'tab\t', 'schlüssel', 'k'.repeat(256), 'nul\0'])(
    'is refused when it is %j',
    async (key) => {
      const { server, runs } = serverOf()
      expect(await server.call('send', {}, under(key))).toMatchObject({
        problems: [
          {
            code: 'VALIDATION_ERROR',
            path: 'idempotencyKey',
            message:
              'The idempotency key must be 1 to 255 visible ASCII characters, without spaces.',
            hint: expect.stringContaining('Use a random UUID'),
          },
        ],
      })
      expect(runs()).toBe(0)
    },
  )

  it('may be anything of 1 to 255 visible characters, and never reaches the store', async () => {
    const keys: string[] = []
    const memory = createMemoryStore()
    const { server } = serverOf({
      store: {
        ...memory,
        add(key, ...rest) {
          keys.push(key)
          return memory.add(key, ...rest)
        },
      },
    })
    for (const key of ['!', '~'.repeat(255)])
      expect(await server.call('send', {}, under(key))).toMatchObject({ ok: true })
    for (const key of keys) expect(key).toMatch(/^idempotency:[0-9a-f]{32}\/[0-9a-f]{64}$/)
  })

  it('is refused with arguments that cannot be compared', async () => {
    const { server, runs } = serverOf()
    const endless: Record<string, unknown> = {}
    endless.self = endless
    const cases: readonly [unknown, string][] = [
      [{ to: { a: 1n } }, 'The arguments of a call with an idempotency key must be JSON.'],
      [endless, 'The arguments nest deeper than 64 levels.'],
    ]
    for (const [args, message] of cases) {
      // The cast is for callers in process that do not send JSON.
      const outcome = await server.call('send', args as never, under('k1'))
      expect(outcome).toMatchObject({ problems: [{ message }] })
    }
    expect(runs()).toBe(0)
  })
})

describe('an outcome that cannot be kept', () => {
  it.each(['too large', 'no JSON'])(
    'because it is %s is answered and logged, and its call is not run again',
    async (why) => {
      const { server, lines, runs } = serverOf({}, async (_, next) => {
        const outcome = await next()
        return why === 'no JSON' ? { ...outcome, data: { run: 1n } } : outcome
      })
      expect(await server.call('send', { text: 'big' }, under('k1'))).toMatchObject({
        ok: true,
        notes: { warnings: [{ code: 'SENT' }, { code: 'OUTCOME_NOT_KEPT' }] },
      })
      expect(lines).toEqual([
        'the outcome of send is too large or not JSON, and is not kept for its idempotency key',
      ])
      expect(await server.call('send', { text: 'big' }, under('k1'))).toMatchObject({
        problems: [
          {
            code: 'CONFLICT',
            message:
              "'send' has run under the idempotency key 'k1', but its outcome could not be kept.",
          },
        ],
      })
      expect(runs()).toBe(1)
    },
  )
})

describe('a store that fails', () => {
  const down = () => Promise.reject(new Error('connection refused at 10.0.0.7'))
  const dead = { get: down, set: down, add: down, delete: down }

  it('makes calls be refused as unavailable, not run, and is logged once', async () => {
    const { server, lines, runs } = serverOf({ store: dead })
    for (let call = 0; call < 3; call++) {
      const outcome = await server.call('send', {}, under('k1'))
      expect(outcome).toMatchObject({
        problems: [
          {
            code: 'UNAVAILABLE',
            message: "The server cannot look up the idempotency key now, and did not run 'send'.",
            hint:
              'Wait 1 second and call again with the same key and arguments; ' +
              'wait longer each time.',
            details: { retry_after_seconds: 1 },
          },
        ],
        notes: { rateLimit: { retryAfterSeconds: 1 } },
      })
      expect(JSON.stringify(outcome)).not.toContain('10.0.0.7')
    }
    expect(runs()).toBe(0)
    expect(lines).toEqual([
      'idempotency keys cannot be looked up; until they can, the policy is to refuse calls',
    ])
    expect(await server.call('send')).toMatchObject({ ok: true })
  })

  it('is logged again if it was back meanwhile', async () => {
    const store = { ...createMemoryStore() }
    const { add } = store
    const { server, lines } = serverOf({ store })
    for (const [key, current] of [
      ['k1', down],
      ['k2', add],
      ['k3', down],
    ] as const) {
      store.add = current
      await server.call('send', {}, under(key))
    }
    expect(lines).toHaveLength(2)
  })

  it('fails if its entries come and go too fast to be read', async () => {
    const store = { ...createMemoryStore(), add: async () => false, get: async () => undefined }
    const { server, runs } = serverOf({ store })
    expect(await server.call('send', {}, under('k1'))).toMatchObject({
      problems: [{ code: 'UNAVAILABLE' }],
    })
    expect(runs()).toBe(0)
  })

  it('lets calls run where that is chosen', async () => {
    const { server, lines } = serverOf({ store: dead, onStoreFailure: 'run' })
    for (const run of [1, 2])
      expect(await server.call('send', {}, under('k1'))).toMatchObject({
        data: { run },
        notes: { warnings: [{ code: 'SENT' }, { code: 'OUTCOME_NOT_KEPT' }] },
      })
    expect(lines).toEqual([
      'idempotency keys cannot be looked up; until they can, the policy is to run calls',
    ])
  })

  it('is not waited for longer than configured', async () => {
    const silence = () => new Promise<never>(() => {})
    const { server } = serverOf({
      store: { get: silence, set: silence, add: silence, delete: silence },
      storeTimeoutMs: 5,
    })
    expect(await server.call('send', {}, under('k1'))).toMatchObject({
      problems: [{ code: 'UNAVAILABLE' }],
    })
  })

  it('when the tool is done, does not take the outcome from the caller or its retry', async () => {
    const { server, lines } = serverOf({
      store: { ...createMemoryStore(), set: down, delete: down },
    })
    const first = await server.call('send', {}, under('k1'))
    expect(first).toMatchObject({
      ok: true,
      data: { run: 1 },
      notes: { warnings: [{ code: 'SENT' }, { code: 'OUTCOME_NOT_KEPT', severity: 'warning' }] },
    })
    expect(await server.call('send', { text: 'AWAY' }, under('k2'))).toMatchObject({
      problems: [{ code: 'AWAY' }],
    })
    expect(lines).toEqual([
      'the end of send could not be kept for its idempotency key',
      'an idempotency key could not be freed yet; it is tried again',
    ])
    expect(await server.call('send', {}, under('k1'))).toMatchObject({
      ok: true,
      data: { run: 1 },
      notes: { warnings: [{ code: 'SENT' }, { code: 'IDEMPOTENT_REPLAY' }] },
    })
    expect(await server.call('send', { text: 'other' }, under('k1'))).toMatchObject({
      problems: [{ code: 'CONFLICT', path: 'idempotencyKey' }],
    })
  })

  it.each(['no JSON', '[]', '{"outcome":null}'])(
    'to give a record, but gives %s, is as good as away',
    async (text) => {
      const { server, runs } = serverOf({
        store: { ...createMemoryStore(), add: async () => false, get: async () => text },
      })
      expect(await server.call('send', {}, under('k1'))).toMatchObject({
        problems: [{ code: 'UNAVAILABLE' }],
      })
      expect(runs()).toBe(0)
    },
  )

  it('becomes status 503 with Retry-After over HTTP', async () => {
    const send = defineTool({
      name: 'send',
      summary: 'Send.',
      output: z.object({}),
      effect: 'write',
      run: () => ok({}),
    })
    const withKey: Policy = {
      name: 'with-key',
      around: (_, next) => next({ idempotencyKey: 'k1' }),
    }
    const server = defineServer({
      name: 'post',
      version: '1',
      tools: [send],
      log: silentLog,
      policies: [withKey, createIdempotency({ store: dead })],
    })
    const answer = await createRestHandler(server)(
      new Request('http://localhost/api/send', { method: 'POST' }),
    )
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '1'])
  })
})
