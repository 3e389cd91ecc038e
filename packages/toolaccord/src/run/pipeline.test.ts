import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { CallOptions } from '../define/call.ts'
import type { Policy } from '../define/policy.ts'
import { type ToolInit, defineTool } from '../define/tool.ts'
import { silentLog } from '../log/log.ts'
import { failure } from '../outcome/failure.ts'
import { type Outcome, ok } from '../outcome/outcome.ts'
import { defineServer } from '../server.ts'

const Input = z.object({ id: z.string().default('n1'), items: z.array(z.any()).optional() })
const Output = z.object({ title: z.string(), line: z.int().optional() })
type Run = ToolInit<'get_note', typeof Input, typeof Output, 'NOTE_GONE'>['run']

const codes = {
  NOTE_GONE: { kind: 'not_found', message: 'The note is gone.', hint: 'Use list_notes.' },
} as const

function serverOf(run: Run, policies: readonly Policy[] = []) {
  const tool = defineTool({
    name: 'get_note',
    summary: 'Read a note.',
    input: Input,
    output: Output,
    effect: 'read',
    codes: ['NOTE_GONE'],
    run,
  })
  return defineServer({
    name: 'notes',
    version: '1',
    codes,
    tools: [tool],
    policies,
    log: silentLog,
    newId: () => 'r1',
  })
}

const call = (run: Run, args?: unknown, options?: CallOptions): Promise<Outcome> =>
  serverOf(run).callByName('get_note', args, options)

const note = ok({ title: 'Milk' })
const policy = (name: string, around: Policy['around']): Policy => ({ name, around })

describe('the pipeline', () => {
  it('gives the data of a tool, with the request id', async () => {
    expect(await call(() => note)).toEqual({
      ok: true,
      data: { title: 'Milk' },
      notes: { requestId: 'r1' },
    })
    expect(await call(async () => note, {}, { id: 'mine' })).toEqual({
      ok: true,
      data: { title: 'Milk' },
      notes: { requestId: 'mine' },
    })
  })

  it('looks up, goes through the policies from the outside in, parses, runs, checks, and comes back out', async () => {
    const order: string[] = []
    const watch = (name: string) =>
      policy(name, async (request, next) => {
        order.push(`${name} in`)
        const outcome = await next(request)
        order.push(`${name} out`)
        return outcome
      })
    const traced = defineTool({
      name: 'traced',
      summary: 'Tells its steps.',
      input: z.object({ id: z.string().transform((id) => (order.push('parse'), id)) }),
      output: z.object({ id: z.string().refine(() => order.push('check')) }),
      effect: 'read',
      run: ({ id }) => (order.push('run'), ok({ id })),
    })
    const server = defineServer({
      name: 'a',
      version: '1',
      tools: [traced],
      policies: [watch('outer'), watch('inner')],
      log: silentLog,
    })
    await server.callByName('nowhere', { id: 'n1' })
    expect(order).toEqual([])
    await server.call('traced', { id: 'n1' })
    expect(order).toEqual([
      'outer in',
      'inner in',
      'parse',
      'run',
      'check',
      'inner out',
      'outer out',
    ])
  })

  it('gives the tool parsed input and says who calls', async () => {
    const seen: unknown[] = []
    const run: Run = (input, { id, tool, face, client, flag, signal }) => {
      seen.push({ input, id, tool, face, client, on: flag('beta'), aborted: signal.aborted })
      return note
    }
    await call(run, undefined)
    await call(
      run,
      { id: 'n2', items: '[1]' },
      { face: 'mcp', client: { name: 'claude', version: '9' }, id: 'r2' },
    )
    expect(seen).toEqual([
      {
        input: { id: 'n1' },
        id: 'r1',
        tool: 'get_note',
        face: 'direct',
        client: undefined,
        on: false,
        aborted: false,
      },
      {
        input: { id: 'n2', items: [1] },
        id: 'r2',
        tool: 'get_note',
        face: 'mcp',
        client: { name: 'claude', version: '9' },
        on: false,
        aborted: false,
      },
    ])
  })

  it('gives the tool the log of the call, if the call has one', async () => {
    const lines: string[] = []
    const log = { ...silentLog, info: (message: string) => lines.push(message) }
    await call((_, { log }) => (log.info('Reading.'), note), {}, { log })
    expect(lines).toEqual(['Reading.'])
  })

  it('gives the same outcome for the same call, byte for byte', async () => {
    const server = serverOf((_, call) => (call.warn('old', 'Old data'), note))
    const [first, second] = await Promise.all([
      server.callByName('get_note'),
      server.callByName('get_note'),
    ])
    expect(JSON.stringify(first)).toBe(JSON.stringify(second))
  })
})

describe('a call that does not reach its tool', () => {
  const never: Run = () => expect.unreachable('the tool must not run')

  it('names an unknown tool and the nearest one', async () => {
    expect(await serverOf(never).callByName('get_nte')).toEqual({
      ok: false,
      problems: [
        {
          code: 'NOT_FOUND',
          message: "There is no tool 'get_nte'.",
          hint: "Did you mean 'get_note'?",
        },
      ],
      soft: false,
      notes: { requestId: 'r1' },
    })
    expect(await serverOf(never).callByName('weather')).toMatchObject({
      problems: [{ hint: 'Known tools: get_note.' }],
    })
  })

  it.each(['', 'constructor', '__proto__', 'toString'])('knows no tool named %j', async (name) => {
    expect(await serverOf(never).callByName(name)).toMatchObject({
      ok: false,
      problems: [{ code: 'NOT_FOUND' }],
    })
  })

  it('does not repeat a name of more than 64 characters', async () => {
    const outcome = await serverOf(never).callByName('x'.repeat(100_000))
    expect(outcome).toMatchObject({
      ok: false,
      problems: [
        {
          code: 'NOT_FOUND',
          message: 'A tool name of 100000 characters cannot exist; the limit is 64.',
        },
      ],
    })
  })

  it.each([[[]], ['{}'], [5], [true], [null]])(
    'refuses arguments that are not an object: %j',
    async (args) => {
      expect(await call(never, args)).toMatchObject({
        ok: false,
        soft: false,
        problems: [{ code: 'INVALID_FORMAT', message: 'The arguments must be one JSON object.' }],
      })
    },
  )

  it('refuses nesting over the limit, also inside a string, and takes nesting up to it', async () => {
    const lists = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
    expect(await call(never, { items: lists(64) })).toMatchObject({
      problems: [{ code: 'INVALID_FORMAT', message: 'The arguments nest deeper than 64 levels.' }],
    })
    expect(await call(never, { items: JSON.stringify(lists(64)) })).toMatchObject({
      ok: false,
      problems: [{ code: 'INVALID_FORMAT', path: 'items' }],
    })
    expect(await call(() => note, { items: lists(63) })).toMatchObject({ ok: true })
  })

  it('gives one problem per bad field', async () => {
    expect(await call(never, { id: 5, items: {}, titel: 'x' })).toMatchObject({
      ok: false,
      soft: false,
      problems: [
        { code: 'INVALID_FORMAT', path: 'items' },
        { code: 'VALIDATION_ERROR', path: 'titel' },
        { code: 'INVALID_FORMAT', path: 'id' },
      ],
    })
  })

  it('is cancelled before it starts when the caller is gone already', async () => {
    let runs = 0
    const run: Run = () => (runs++, note)
    expect(await call(run, {}, { signal: AbortSignal.abort() })).toMatchObject({
      ok: false,
      problems: [{ code: 'CANCELLED' }],
      notes: { requestId: 'r1' },
    })
    expect(runs).toBe(0)
  })
})

describe('a policy', () => {
  const through = (around: Policy['around'], run: Run = () => note) =>
    serverOf(run, [policy('p', around)]).callByName('get_note', { id: 'n1' })

  it('can refuse', async () => {
    const refusal = failure('FORBIDDEN', { message: 'Not you.' })
    expect(
      await through(
        async () => refusal,
        () => expect.unreachable(),
      ),
    ).toEqual({ ...refusal, notes: { requestId: 'r1' } })
  })

  it('can refuse by throwing a failure', async () => {
    expect(
      await through(() => {
        throw failure('FORBIDDEN', { message: 'Not you.' })
      }),
    ).toMatchObject({
      ok: false,
      problems: [{ code: 'FORBIDDEN', message: 'Not you.' }],
    })
  })

  it('can change the request', async () => {
    expect(
      await through(
        (request, next) => next({ ...request, args: { id: 'n9' } }),
        ({ id }) => ok({ title: id }),
      ),
    ).toMatchObject({
      data: { title: 'n9' },
    })
    expect(
      await through(
        (request, next) => next({ ...request, args: { id: 9 } }),
        () => expect.unreachable(),
      ),
    ).toMatchObject({
      ok: false,
      problems: [{ path: 'id' }],
    })
    const beta = through(
      (request, next) => next({ ...request, flag: (name) => name === 'beta' }),
      (_, { flag }) => ok({ title: String(flag('beta')) }),
    )
    expect(await beta).toMatchObject({ data: { title: 'true' } })
  })

  it('can change the outcome', async () => {
    expect(
      await through(async (request, next) => ({
        ...(await next(request)),
        notes: { message: 'Slow.' },
      })),
    ).toEqual({
      ok: true,
      data: { title: 'Milk' },
      notes: { requestId: 'r1', message: 'Slow.' },
    })
  })

  it('sees the tool, the arguments as given, and the failure of what is inside', async () => {
    const seen: unknown[] = []
    await through(
      async (request, next) => {
        const outcome = await next(request)
        seen.push(request.tool.name, request.args, outcome)
        return outcome
      },
      (_, call) => call.fail('NOTE_GONE'),
    )
    expect(seen).toMatchObject([
      'get_note',
      { id: 'n1' },
      { ok: false, problems: [{ code: 'NOTE_GONE' }] },
    ])
  })

  it('sees a thrown error of the tool as the masked failure that the caller gets', async () => {
    const seen: Outcome[] = []
    await through(
      async (request, next) => {
        const outcome = await next(request)
        seen.push(outcome)
        return outcome
      },
      () => {
        throw new Error('SECRET-123')
      },
    )
    expect(seen).toMatchObject([{ ok: false, problems: [{ code: 'INTERNAL_ERROR' }] }])
  })
})
