import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { ServerInit } from '../compile/forms/server-init.ts'
import type { Policy } from '../define/policy.ts'
import { type AnyTool, type ToolInit, defineTool } from '../define/tool.ts'
import { type Logger, silentLog } from '../log/log.ts'
import { failure, rejection } from '../outcome/failure.ts'
import { type Outcome, ok } from '../outcome/outcome.ts'
import { defineServer } from '../server.ts'

const Output = z.object({ title: z.string() })
type Run = ToolInit<'hostile', never, typeof Output, 'NOTE_GONE'>['run']

const codes = {
  NOTE_GONE: { kind: 'not_found' },
  UNDECLARED: { kind: 'conflict' },
  KEPT: { kind: 'conflict', reserved: true },
} as const

/** A tool whose `run` the compiler has not seen. */
function serverOf(
  run: (input: never, call: Parameters<Run>[1]) => unknown,
  init: Partial<ServerInit<readonly AnyTool[]>> = {},
) {
  // The cast lets a tool return what the compiler would have refused.
  const tool = defineTool({
    name: 'hostile',
    summary: 'Means no good.',
    output: Output,
    effect: 'read',
    codes: ['NOTE_GONE'],
    run: run as Run,
  })
  return defineServer({
    name: 'notes',
    version: '1',
    codes,
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

const masked = {
  ok: false,
  problems: [
    {
      code: 'INTERNAL_ERROR',
      message: 'The server failed to answer this call.',
      hint: 'Retry later; if it happens again, report request id r1.',
    },
  ],
  soft: false,
  notes: { requestId: 'r1' },
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

describe('anything a tool throws without declaring it', () => {
  const secret = new Error('SECRET-123 in /home/ada/notes.ts')

  it.each<[string, unknown]>([
    ['an error', secret],
    ['an error with a cause', new Error('outer', { cause: secret })],
    ['a text', 'SECRET-123'],
    ['null', null],
    ['nothing', undefined],
    ['a number', 0],
    ['a bigint', 10n],
    ['an object', { code: 'NOTE_GONE', message: 'SECRET-123' }],
    ['an object in a cycle', cyclic()],
    ['something like a failure without problems', { ok: false, problems: [] }],
    ['something like a failure with a broken problem', { ok: false, problems: [null], notes: {} }],
    [
      'a proxy that throws',
      new Proxy(
        {},
        {
          get() {
            throw secret
          },
        },
      ),
    ],
    [
      'a failure with a code it does not declare',
      failure('UNDECLARED', { message: 'SECRET-123', details: { key: 'SECRET-123' } }),
    ],
    ['a failure with a reserved code', failure('KEPT', { message: 'SECRET-123' })],
    [
      'a failure with a code of the contract that it does not declare',
      failure('NOT_FOUND', { message: 'SECRET-123' }),
    ],
    [
      'a failure in which only the second code is undeclared',
      rejection([{ code: 'NOTE_GONE' }, { code: 'UNDECLARED', message: 'SECRET-123' }]),
    ],
  ])('is masked and logged: %s', async (_, thrown) => {
    for (const run of [
      () => {
        throw thrown
      },
      async () => {
        throw thrown
      },
    ]) {
      const { log, lines } = recorder()
      expect(await serverOf(run, { log }).call('hostile')).toEqual(masked)
      expect(lines).toMatchObject([['tool hostile threw', { id: 'r1' }]])
    }
  })

  it('is in the log as it was thrown', async () => {
    const { log, lines } = recorder()
    await serverOf(
      () => {
        throw secret
      },
      { log },
    ).call('hostile')
    expect(lines[0]?.[1]).toEqual({ id: 'r1', thrown: secret })
  })

  it('names an undeclared code, and what it said, in the log alone', async () => {
    const { log, lines } = recorder()
    const outcome = await serverOf(() => failure('UNDECLARED', { message: 'SECRET-123' }), {
      log,
    }).call('hostile')
    expect(JSON.stringify(outcome)).not.toMatch(/SECRET|undeclared/)
    expect(lines).toEqual([
      [
        'tool hostile threw',
        {
          id: 'r1',
          thrown: new TypeError(
            "hostile failed with 'UNDECLARED', which is not in its codes: SECRET-123",
          ),
        },
      ],
    ])
  })

  it('does not reach the caller through notes that were made before', async () => {
    const run = (_: never, call: Parameters<Run>[1]) => {
      call.say('All done.')
      throw secret
    }
    expect(await serverOf(run).call('hostile')).toEqual(masked)
  })

  it('does not break the default log, whatever it is', async () => {
    const stderr = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(
      await serverOf(
        () => {
          throw cyclic()
        },
        { log: undefined },
      ).call('hostile'),
    ).toEqual(masked)
    const lines = stderr.mock.calls.map(([line]) => JSON.parse(String(line)).message)
    expect(lines).toEqual(['tool hostile threw', 'tool ended'])
    stderr.mockRestore()
  })
})

describe('anything a tool returns that is not an outcome', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['bare data', { title: 'Milk' }],
    ['a text', 'ok'],
    ['success without notes', { ok: true, data: { title: 'Milk' } }],
    ['success that is not quite true', { ok: 1, data: { title: 'Milk' }, notes: {} }],
    ['a failure without problems', { ok: false, problems: [], notes: {}, soft: false }],
    [
      'a failure whose problems are a text',
      { ok: false, problems: 'none', notes: {}, soft: false },
    ],
  ])('is masked: %s', async (_, returned) => {
    expect(await serverOf(() => returned).call('hostile')).toEqual(masked)
    expect(await serverOf(async () => returned).call('hostile')).toEqual(masked)
  })

  it.each<[string, unknown]>([
    ['a missing key', {}],
    ['a wrong type', { title: 5 }],
    ['a bigint', { title: 5n }],
    ['nothing', undefined],
  ])(
    'is masked when its data breaks the output schema, and the log says how: %s',
    async (_, data) => {
      const { log, lines } = recorder()
      const run = (_: never, call: Parameters<Run>[1]) => (call.say('All done.'), ok(data))
      expect(await serverOf(run, { log }).call('hostile')).toEqual(masked)
      expect(lines).toEqual([
        [
          'tool hostile threw',
          {
            id: 'r1',
            thrown: expect.objectContaining({
              message: expect.stringMatching(
                /^hostile returned data that breaks its output schema: ./,
              ),
            }),
          },
        ],
      ])
    },
  )

  it('lets no undeclared key out', async () => {
    expect(
      await serverOf(() => ok({ title: 'Milk', password: 'SECRET-123' })).call('hostile'),
    ).toEqual({
      ok: true,
      data: { title: 'Milk' },
      notes: { requestId: 'r1' },
    })
  })
})

describe('what stands around a call', () => {
  it('does not fail it by throwing: progress that cannot be told, which the log names', async () => {
    const { log, lines } = recorder()
    const thrown = new Error('gone')
    const onProgress = () => {
      throw thrown
    }
    const run = (_: never, call: Parameters<Run>[1]) => (call.progress(1), ok({ title: 'x' }))
    expect(await serverOf(run, { log }).call('hostile', {}, { onProgress })).toMatchObject({
      ok: true,
    })
    expect(lines).toEqual([['progress could not be passed on', { thrown }]])
  })

  it('does not fail it by throwing: a log that is full', async () => {
    const full = () => {
      throw new Error('disk full')
    }
    const log: Logger = { trace: full, debug: full, info: full, warn: full, error: full }
    expect(
      await serverOf((_, call) => (call.log.info('hello'), ok({ title: 'x' })), { log }).call(
        'hostile',
      ),
    ).toMatchObject({ ok: true })
    expect(
      await serverOf(
        () => {
          throw new Error('x')
        },
        { log },
      ).call('hostile'),
    ).toEqual(masked)
  })

  it('is a policy that throws, which the log names', async () => {
    const { log, lines } = recorder()
    const policies: Policy[] = [
      {
        name: 'p',
        around: () => {
          throw new Error('SECRET-123')
        },
      },
    ]
    expect(await serverOf(() => ok({ title: 'x' }), { policies, log }).call('hostile')).toEqual(
      masked,
    )
    expect(lines).toEqual([['policy p threw', { id: 'r1', thrown: new Error('SECRET-123') }]])
  })

  it('is a policy that fails with a code which the server does not have', async () => {
    const { log, lines } = recorder()
    const policies: Policy[] = [
      { name: 'p', around: async () => failure('unheard_of', { message: 'SECRET-123' }) },
    ]
    const server = serverOf(() => ok({ title: 'x' }), { policies, log })
    expect(await server.call('hostile')).toEqual(masked)
    const thrown = new TypeError(
      "policy p failed with 'unheard_of', which is not a code of this server: SECRET-123",
    )
    expect(lines).toEqual([['policy p threw', { id: 'r1', thrown }]])
  })

  it('is a policy that gives no outcome', async () => {
    const { log, lines } = recorder()
    // The cast lets a policy return what the compiler would have refused.
    const policies: Policy[] = [{ name: 'p', around: async () => undefined as never }]
    const server = serverOf(() => ok({ title: 'x' }), { policies, log })
    expect(await server.call('hostile')).toEqual(masked)
    const thrown = new TypeError('policy p gave neither ok() nor a failure')
    expect(lines).toEqual([['policy p threw', { id: 'r1', thrown }]])
  })

  it('is a policy whose failure takes the message of its code', async () => {
    const policies: Policy[] = [{ name: 'p', around: async () => failure('FORBIDDEN') }]
    expect(await serverOf(() => ok({ title: 'x' }), { policies }).call('hostile')).toMatchObject({
      problems: [{ code: 'FORBIDDEN', message: 'Insufficient permissions.' }],
    })
  })
})

describe('arguments made to be expensive', () => {
  it('get an answer of bounded size, however many faults they have', async () => {
    const args = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, index) => [`unknown_${index}`, 1]),
    )
    const outcome = await serverOf(() => ok({ title: 'x' })).callByName('hostile', args)
    expect(outcome.ok || outcome.problems.length).toBeLessThanOrEqual(100)
    expect(outcome.ok || outcome.problems.at(-1)?.message).toBe('There are 49901 more problems.')
  })
})

describe('arguments that nest too deep', () => {
  const deep: unknown = JSON.parse(`{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)

  it('are refused before a policy looks at them', async () => {
    const around = vi.fn<Policy['around']>((_, next) => next())
    const server = serverOf(() => ok({ title: 'x' }), { policies: [{ name: 'hash', around }] })
    expect(await server.callByName('hostile', deep)).toMatchObject({
      problems: [{ code: 'INVALID_FORMAT' }],
    })
    expect(around).not.toHaveBeenCalled()
  })
})

describe('functions of the author that throw', () => {
  const boom = () => {
    throw new Error('boom')
  }

  it('cost a call neither its id nor its contract', async () => {
    const { log, lines } = recorder()
    const server = serverOf(() => ok({ title: 'x' }), { newId: boom, contractFor: boom, log })
    const { notes } = await server.callByName('hostile')
    expect(notes.requestId).toMatch(/^[\da-f-]{36}$/)
    expect(server.contractFor({})).toBe(server.contract)
    expect(lines.map(([message]) => message)).toEqual(['newId threw', 'contractFor threw'])
  })
})

describe('the pipeline never throws', () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
  })
  const returned = fc.oneof(
    anything,
    anything.map((data) => ({ ok: true, data, notes: {} })),
    anything.map((problems) => ({ ok: false, problems, notes: {}, soft: false })),
    fc
      .tuple(anything, anything)
      .map(([problem, notes]) => ({ ok: false, problems: [problem], notes })),
    fc.constant(ok({ title: 'x' })),
    fc.constant(failure('NOTE_GONE')),
  )
  const behaviour = fc.record({ value: returned, throws: fc.boolean(), waits: fc.boolean() })
  const act = ({
    value,
    throws,
    waits,
  }: {
    value: unknown
    throws: boolean
    waits: boolean
  }): unknown => {
    if (waits) return throws ? Promise.reject(value) : Promise.resolve(value)
    if (throws) throw value
    return value
  }

  it('gives an outcome for whatever tool and policies do, with any arguments', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string(),
        anything,
        behaviour,
        fc.array(fc.option(behaviour), { maxLength: 3 }),
        async (name, args, tool, policies) => {
          const server = serverOf(() => act(tool), {
            // The cast lets a policy return what the compiler would have refused.
            policies: policies.map((one, index) => ({
              name: `p${index}`,
              around: (request, next) =>
                (one === null ? next(request) : act(one)) as Promise<Outcome>,
            })),
          })
          for (const called of ['hostile', name]) {
            const outcome = await server.callByName(called, args)
            expect(outcome.notes.requestId).toBe('r1')
            if (!outcome.ok)
              expect(outcome).toMatchObject({
                soft: expect.any(Boolean),
                problems: outcome.problems.map(() => ({
                  code: expect.any(String),
                  message: expect.any(String),
                })),
              })
            expect(outcome.ok || outcome.problems.length > 0).toBe(true)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})

function cyclic(): unknown {
  const value: Record<string, unknown> = { message: 'SECRET-123' }
  value.self = value
  return value
}
