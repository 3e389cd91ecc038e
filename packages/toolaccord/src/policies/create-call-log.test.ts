import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { CallOptions } from '../define/call.ts'
import type { Policy } from '../define/policy.ts'
import { defineTool } from '../define/tool.ts'
import { type LogLevel, type Logger, silentLog } from '../log/log.ts'
import { type Outcome, ok } from '../outcome/outcome.ts'
import { defineServer } from '../server.ts'
import { type CallLogOptions, createCallLog } from './create-call-log.ts'

const levels = ['trace', 'debug', 'info', 'warn', 'error'] as const
type Line = readonly [
  level: LogLevel,
  message: string,
  fields: Readonly<Record<string, unknown>> | undefined,
]

/** Keeps what is logged at a level and above, and says so when asked. */
function createMemory(from: LogLevel | 'silent' = 'trace') {
  const lines: Line[] = []
  const isOn = (level: LogLevel) =>
    from !== 'silent' && levels.indexOf(level) >= levels.indexOf(from)
  const at =
    (level: LogLevel): Logger[LogLevel] =>
    (message, fields) => {
      if (isOn(level)) lines.push([level, message, fields])
    }
  const log = {
    trace: at('trace'),
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    isOn,
  }
  return { lines, log }
}

type Answer = Outcome<{ secret_data: string }, 'SHUT' | 'BROKEN'>
type Ask = 'succeed' | 'wait' | 'reject' | 'doubt' | 'fail' | 'break' | 'throw' | 'hang'

function createOffice(options: CallLogOptions, log: Logger = silentLog) {
  const office = defineTool({
    name: 'office',
    summary: 'Do what is asked.',
    input: z.object({
      ask: z.string(),
      password: z.string().optional(),
      card: z.object({ number: z.string() }).optional(),
    }),
    output: z.object({ secret_data: z.string() }),
    effect: 'read',
    codes: ['SHUT', 'BROKEN'],
    run({ ask }, call): Answer | Promise<Answer> {
      if (ask === 'reject') return call.reject([{ code: 'SHUT' }])
      if (ask === 'doubt') return call.reject([{ code: 'BROKEN' }])
      if (ask === 'fail') return call.fail('SHUT')
      if (ask === 'break') return call.fail('BROKEN')
      if (ask === 'throw') throw new Error('boom')
      if (ask === 'hang') return new Promise(() => {})
      return ask === 'wait'
        ? Promise.resolve(ok({ secret_data: 'DATA' }))
        : ok({ secret_data: 'DATA' })
    },
  })
  const server = defineServer({
    name: 'a',
    version: '1',
    codes: { SHUT: { kind: 'conflict' }, BROKEN: { kind: 'internal' } },
    tools: [office],
    policies: [createCallLog({ now: () => 0, ...options })],
    log,
    newId: () => 'r1',
  })
  return {
    server,
    ask: (ask: Ask, more?: CallOptions, args = {}) =>
      server.callByName('office', { ask, ...args }, more),
  }
}

const common = { id: 'r1', tool: 'office', face: 'direct' }

describe('createCallLog', () => {
  it.each([
    ['succeed', 'debug', { outcome: 'success' }],
    ['wait', 'debug', { outcome: 'success' }],
    ['reject', 'info', { outcome: 'soft_failure', code: 'SHUT' }],
    ['doubt', 'info', { outcome: 'soft_failure', code: 'BROKEN' }],
    ['fail', 'info', { outcome: 'failure', code: 'SHUT' }],
    ['break', 'error', { outcome: 'failure', code: 'BROKEN' }],
    ['throw', 'error', { outcome: 'failure', code: 'INTERNAL_ERROR' }],
  ] as const)('logs a call that is to %s, and at the end at level %s', async (ask, level, end) => {
    const { lines, log } = createMemory()
    await createOffice({ log }).ask(ask)
    expect(lines).toEqual([
      ['trace', 'tool called', common],
      [level, 'tool ended', { ...common, duration_ms: 0, ...end }],
    ])
  })

  it('names who called and in which trace', async () => {
    const { lines, log } = createMemory('debug')
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    await createOffice({ log }).ask('succeed', {
      face: 'mcp',
      id: 'mine',
      client: { name: 'claude', version: '9' },
      caller: { id: 'ann', scopes: [] },
      traceparent,
    })
    expect(lines[0]?.[2]).toEqual({
      id: 'mine',
      trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
      tool: 'office',
      face: 'mcp',
      client: 'claude',
      caller: 'ann',
      duration_ms: 0,
      outcome: 'success',
    })
  })

  it('measures by its clock, to a hundredth of a millisecond', async () => {
    const { lines, log } = createMemory('debug')
    const times = [100, 112.34567]
    await createOffice({ log, now: () => times.shift() ?? 0 }).ask('wait')
    expect(lines[0]?.[2]).toMatchObject({ duration_ms: 12.35 })
  })

  it('measures by the clock of the process if it has none', async () => {
    const { lines, log } = createMemory('debug')
    await createOffice({ log, now: undefined }).ask('wait')
    expect(lines[0]?.[2]?.['duration_ms']).toBeGreaterThanOrEqual(0)
  })

  it('takes a log that does not say which levels it writes for one that writes all', async () => {
    const { lines, log } = createMemory()
    const change: Policy = {
      name: 'other-log',
      around: (_, next) => next({ log: { ...log, isOn: undefined } }),
    }
    const ping = defineTool({
      name: 'ping',
      summary: 'Answer.',
      output: z.object({}),
      effect: 'read',
      run: () => ok({}),
    })
    const policies = [change, createCallLog()]
    await defineServer({ name: 'a', version: '1', tools: [ping], policies }).call('ping')
    expect(lines.map(([level]) => level)).toEqual(['trace', 'debug'])
  })

  it('logs neither arguments nor data, until it is asked to log arguments', async () => {
    const args = { password: 'hunter2', card: { number: '4111' } }
    const plain = createMemory()
    await createOffice({ log: plain.log }).ask('succeed', {}, args)
    expect(JSON.stringify(plain.lines)).not.toMatch(/hunter2|4111|DATA|succeed/)
    const withArgs = createMemory()
    await createOffice({ log: withArgs.log, args: true, redact: ['args.card.number'] }).ask(
      'succeed',
      {},
      args,
    )
    expect(withArgs.lines.map(([, , fields]) => fields?.args)).toEqual(
      Array.from({ length: 2 }, () => ({
        ask: 'succeed',
        password: '[redacted]',
        card: { number: '[redacted]' },
      })),
    )
    expect(JSON.stringify(withArgs.lines)).not.toMatch(/hunter2|4111|DATA/)
  })

  it('redacts and cuts what callers say of themselves', async () => {
    const { lines, log } = createMemory('debug')
    await createOffice({ log }).ask('succeed', {
      client: { name: `Bearer hunter2 \u001b[2J${'x'.repeat(5000)}` },
    })
    expect(lines[0]?.[2]?.client).toMatch(
      /^Bearer \[redacted\] \\u001b\[2Jx+\.\.\. \[\d+ characters cut\]$/,
    )
  })

  it('logs the end of a call that its caller left, while the tool still runs', async () => {
    const { lines, log } = createMemory('debug')
    const leave = new AbortController()
    const call = createOffice({ log }).ask('hang', { signal: leave.signal })
    leave.abort()
    await call
    expect(lines).toMatchObject([['info', 'tool ended', { outcome: 'failure', code: 'CANCELLED' }]])
  })

  it('logs a call of an unknown tool, and one that nobody waits for any more', async () => {
    const { lines, log } = createMemory()
    const { server, ask } = createOffice({ log })
    await server.callByName('ofice', {}, { caller: { id: 'ann', scopes: [] } })
    await ask('succeed', { signal: AbortSignal.abort() })
    const ended = { id: 'r1', face: 'direct', outcome: 'failure' }
    expect(lines).toEqual([
      ['info', 'tool ended', { ...ended, tool: 'ofice', caller: 'ann', code: 'NOT_FOUND' }],
      ['info', 'tool ended', { ...ended, tool: 'office', code: 'CANCELLED' }],
    ])
  })

  it('logs a call whose arguments nest too deep for any policy', async () => {
    const { lines, log } = createMemory('debug')
    let deep: unknown = 'x'
    for (let level = 0; level < 1000; level++) deep = [deep]
    await createOffice({ log, args: true }).ask('succeed', {}, { deep })
    expect(lines).toMatchObject([
      ['info', 'tool ended', { tool: 'office', outcome: 'failure', code: 'INVALID_FORMAT' }],
    ])
  })

  it('writes to the log of the call where it has none of its own', async () => {
    const servers = createMemory()
    const calls = createMemory()
    const { ask } = createOffice({}, servers.log)
    await ask('succeed')
    await ask('succeed', { log: calls.log })
    expect([servers.lines.length, calls.lines.length]).toEqual([2, 2])
  })

  it('logs a call of a tool that does not wait', async () => {
    const { lines, log } = createMemory()
    const { server } = createOffice({ log })
    expect(await server.call('office', { ask: 'succeed' })).toMatchObject({ ok: true })
    expect(lines).toHaveLength(2)
  })

  it('does no work for a log that is off, and none for a line that is not written', async () => {
    const now = vi.fn(() => 0)
    const silent = createMemory('silent')
    await createOffice({ log: silent.log, now }).ask('wait')
    expect([silent.lines.length, now.mock.calls.length]).toEqual([0, 0])
    const { lines, log } = createMemory('info')
    let reads = 0
    const client = {
      get name() {
        return `read ${++reads}`
      },
    }
    await createOffice({ log }).ask('succeed', { client })
    expect([lines.length, reads]).toEqual([0, 0])
    await createOffice({ log }).ask('fail', { client })
    expect([lines.length, reads]).toEqual([1, 1])
  })

  it('does not fail a call when its log does', async () => {
    const broken = () => {
      throw new Error('disk full')
    }
    const log: Logger = { trace: broken, debug: broken, info: broken, warn: broken, error: broken }
    expect(await createOffice({ log }).ask('wait')).toMatchObject({ ok: true })
  })
})
