import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { Asked } from '../define/questions/conversation.ts'
import { defineResource } from '../define/resource.ts'
import { defineTool } from '../define/tool.ts'
import type { LogLevel, Logger } from '../log/log.ts'
import { ok } from '../outcome/outcome.ts'
import { defineServer } from '../server.ts'
import { createCallLog } from './create-call-log.ts'

const plain = { summary: 'Answer.', output: z.object({}) } as const
const tools = [
  defineTool({ ...plain, name: 'look', effect: 'read', run: () => ok({}) }),
  defineTool({ ...plain, name: 'look_later', effect: 'read', run: async () => ok({}) }),
  defineTool({ ...plain, name: 'save', effect: 'write', run: () => ok({}) }),
  defineTool({ ...plain, name: 'save_later', effect: 'write', run: async () => ok({}) }),
  defineTool({ ...plain, name: 'drop', effect: 'destroy', run: () => ok({}) }),
  defineTool({
    ...plain,
    name: 'fail',
    effect: 'write',
    codes: ['SHUT'],
    run: (_, call) => call.fail('SHUT'),
  }),
  defineTool({
    ...plain,
    name: 'throw',
    effect: 'read',
    run() {
      throw new Error('boom')
    },
  }),
  defineTool({
    ...plain,
    name: 'ask',
    effect: 'read',
    interactive: true,
    run: (_, call) => {
      call.ask('who', { message: 'Who?', schema: z.object({ name: z.string() }) })
      return ok({})
    },
  }),
] as const

type Line = readonly [level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>]

/** A logger of five methods and nothing else, as most loggers are. */
function createMemory() {
  const lines: Line[] = []
  const at =
    (level: LogLevel): Logger[LogLevel] =>
    (message, fields) => {
      lines.push([level, message, fields])
    }
  const log: Logger = {
    trace: at('trace'),
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
  }
  return { lines, log }
}

function createOffice(more: Partial<Parameters<typeof defineServer>[0]> = {}) {
  const { lines, log } = createMemory()
  const codes = { SHUT: { kind: 'conflict' } } as const
  const server = defineServer({ name: 'a', version: '1', codes, tools, log, env: {}, ...more })
  return { lines, call: server.call<string> }
}

describe('a server with any logger of five methods', () => {
  it.each([
    ['look', 'debug'],
    ['look_later', 'trace'],
    ['save', 'info'],
    ['save_later', 'info'],
  ])('logs the call of %s at trace, and its success at %s', async (name, level) => {
    const { lines, call } = createOffice()
    await call(name, {}, { id: 'r1', face: 'rest', caller: { id: 'ann', scopes: [] } })
    const fields = { id: 'r1', tool: name, face: 'rest', caller: 'ann' }
    expect(lines).toEqual([
      ['trace', 'tool called', fields],
      [
        level,
        'tool ended',
        { ...fields, duration_ms: expect.any(Number) as number, outcome: 'success' },
      ],
    ])
  })

  it('logs what was destroyed at info', async () => {
    const { lines, call } = createOffice()
    await call('drop', {}, { consent: 'granted' })
    expect(lines.at(-1)).toMatchObject(['info', 'tool ended', { tool: 'drop' }])
  })

  it('logs a declared failure at info, and its own fault at error with what was thrown', async () => {
    const { lines, call } = createOffice()
    await call('fail')
    await call('throw')
    expect(lines.filter(([level]) => level !== 'trace')).toMatchObject([
      ['info', 'tool ended', { tool: 'fail', outcome: 'failure', code: 'SHUT' }],
      ['error', 'tool throw threw', { thrown: new Error('boom') }],
      ['error', 'tool ended', { tool: 'throw', outcome: 'failure', code: 'INTERNAL_ERROR' }],
    ])
  })

  it('logs calls that reach no tool', async () => {
    const { lines, call } = createOffice()
    await call('lok', {}, { id: 'r1' })
    await call('look', {}, { id: 'r2', signal: AbortSignal.abort() })
    expect(lines).toMatchObject([
      ['info', 'tool ended', { id: 'r1', tool: 'lok', outcome: 'failure', code: 'NOT_FOUND' }],
      ['info', 'tool ended', { id: 'r2', tool: 'look', code: 'CANCELLED' }],
    ])
  })

  it.each([
    ['by itself', []],
    ['in a policy', [createCallLog()]],
  ])('logs %s that a resource is missing as a failure', async (_, policies) => {
    const { lines, log } = createMemory()
    const note = defineResource({
      uri: 'notes://{id}',
      name: 'note',
      read: ({ id }) => (id === 'n1' ? { text: 'Buy milk' } : undefined),
    })
    const resources = [note]
    const server = defineServer({ name: 'a', version: '1', tools: [], resources, policies, log })
    await server.read(note, { id: 'n1' })
    await server.read(note, { id: 'n2' })
    expect(lines.filter(([, message]) => message === 'tool ended')).toMatchObject([
      ['debug', 'tool ended', { tool: 'resource note', outcome: 'success' }],
      ['info', 'tool ended', { tool: 'resource note', outcome: 'failure', code: 'NOT_FOUND' }],
    ])
  })

  it('does not take data that is null for a resource that is missing', async () => {
    const nothing = defineTool({
      ...plain,
      output: z.null(),
      name: 'nothing',
      effect: 'write',
      run: () => ok(null),
    })
    const { lines, call } = createOffice({ tools: [nothing] })
    await call('nothing')
    expect(lines.at(-1)).toMatchObject(['info', 'tool ended', { outcome: 'success' }])
  })

  it('logs a question as one if it reaches the user', async () => {
    const { lines, call } = createOffice()
    const conversation = {
      answers: {},
      state: undefined,
      capabilities: { elicitation: {} },
      ask() {
        throw new Asked()
      },
    }
    await call('ask', {}, { conversation })
    await call('ask')
    expect(lines.filter(([, message]) => message === 'tool ended')).toMatchObject([
      ['debug', 'tool ended', { outcome: 'question' }],
      ['info', 'tool ended', { outcome: 'failure', code: 'NOT_IMPLEMENTED' }],
    ])
  })

  it('does not log twice if a policy logs calls', async () => {
    const { lines, call } = createOffice({ policies: [createCallLog()] })
    await call('look')
    expect(lines.map(([level]) => level)).toEqual(['trace', 'debug'])
  })

  it('answers although the logger throws, in every method that it has', async () => {
    const broken = () => {
      throw new Error('disk full')
    }
    const log = { trace: broken, debug: broken, info: broken, warn: broken, error: broken }
    for (const one of [log, { ...log, isOn: broken }]) {
      expect(await createOffice({ log: one }).call('save')).toMatchObject({ ok: true })
    }
  })

  it('makes no line whose level is off', async () => {
    const { log, lines } = createMemory()
    const isOn = vi.fn(() => false)
    const client = {
      get name(): string {
        return expect.unreachable('nobody needs it')
      },
    }
    await createOffice({ log: { ...log, isOn } }).call('look', {}, { client })
    expect(lines).toEqual([])
    expect(isOn).toHaveBeenCalled()
  })
})

describe('a tool that heeds its signal', () => {
  const stopped = [
    ['the reason', (signal: AbortSignal) => signal.reason],
    ['an AbortError of its own', () => new DOMException('Aborted', 'AbortError')],
    [
      'an error because of it',
      (signal: AbortSignal) => new Error('gave up', { cause: signal.reason }),
    ],
  ] as const
  it.each(stopped)('is not an error in the log if it throws %s', async (_, toThrown) => {
    const { lines, log } = createMemory()
    const wait = defineTool({
      ...plain,
      name: 'wait',
      effect: 'read',
      run: (__, { signal }) =>
        new Promise((___, reject) => {
          signal.addEventListener('abort', () => reject(toThrown(signal)))
        }),
    })
    const server = defineServer({ name: 'a', version: '1', tools: [wait], log })
    const leave = new AbortController()
    const calls = [
      server.call('wait', {}, { signal: leave.signal }),
      server.call('wait', {}, { timeoutMs: 5 }),
    ]
    leave.abort()
    const outcomes = await Promise.all(calls)
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(outcomes).toMatchObject([
      { problems: [{ code: 'CANCELLED' }] },
      { problems: [{ code: 'TIMEOUT' }] },
    ])
    expect(lines.filter(([level]) => level === 'error')).toEqual([])
    expect(lines.filter(([level]) => level === 'warn')).toHaveLength(2)
  })
})
