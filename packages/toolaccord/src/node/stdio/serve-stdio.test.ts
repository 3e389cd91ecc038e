import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { gate } from '../../../test/gate.ts'
import {
  call,
  cancel,
  connect,
  createCountingServer,
  createFixture,
  createLinkingServer,
  initialize,
  initialized,
  modernMeta,
  request,
} from '../../../test/stdio-connection.ts'
import { defineTool } from '../../define/tool.ts'
import { modernVersion } from '../../faces/mcp/protocol/meta-keys.ts'
import { type Logger, silentLog } from '../../log/log.ts'
import { defineServer } from '../../server.ts'
import { serveLines, serveStdio } from './serve-stdio.ts'

describe('a connection with a handshake', () => {
  it('answers initialize, and calls with the name that the client gave there', async () => {
    const { send, next, finish } = connect()
    send(initialize(), initialized, call(1, 'greet'))
    expect(await next()).toMatchObject({
      id: 'init',
      result: { protocolVersion: '2025-11-25', serverInfo: { name: 'fixture', version: '1.0.0' } },
    })
    expect(await next()).toMatchObject({
      id: 1,
      result: { structuredContent: { data: { text: 'Hello, tester!' } } },
    })
    expect(await finish()).toEqual([])
  })

  it('remembers the client of a handshake that the SDK has answered', async () => {
    const { send, next } = connect()
    send(initialize({ capabilities: { tasks: {} } }), initialized)
    await next()
    send(call(1, 'greet'))
    expect(await next()).toMatchObject({
      result: { structuredContent: { data: { text: 'Hello, tester!' } } },
    })
  })

  it.each([
    ['2024-11-05', 'text'],
    ['2025-03-26', 'text'],
    ['2025-06-18', 'resource_link'],
  ])('has links for a client of %s as %s', async (protocolVersion, type) => {
    for (const meta of [{}, { progressToken: 1 }]) {
      const { send, next } = connect({}, { ...createFixture(), server: createLinkingServer() })
      send(initialize({ protocolVersion }), initialized)
      await next()
      send(call(1, 'link', meta))
      expect(await next()).toMatchObject({ result: { content: [{}, { type }] } })
    }
  })

  it('goes on in the SDK without a second answer to the handshake', async () => {
    const { send, next, finish } = connect()
    send(initialize(), initialized)
    await next()
    send(request(1, 'prompts/list'), call(2, 'greet', { progressToken: 'p' }))
    const answers = [await next(), await next()]
    expect(answers.find(({ id }) => id === 1)).toMatchObject({
      result: { prompts: [{ name: 'hello' }] },
    })
    expect(answers.find(({ id }) => id === 2)).toMatchObject({
      result: { structuredContent: { data: { text: 'Hello, tester!' } } },
    })
    expect(await finish()).toEqual([])
  })

  it.each([
    ['that asks for progress', { _meta: { progressToken: 1 } }],
    ['of an older revision', { protocolVersion: '2024-11-05' }],
    ['with unusual capabilities', { capabilities: { tasks: {} } }],
  ])('answers a handshake %s once, and then requests', async (_, more) => {
    const { send, finish } = connect()
    send(initialize(more), initialized, request(1, 'prompts/list'))
    const answers = await finish()
    expect(answers).toHaveLength(2)
    expect(answers.find(({ id }) => id === 'init')).toMatchObject({
      result: { serverInfo: { name: 'fixture' } },
    })
    expect(answers.find(({ id }) => id === 1)).toMatchObject({
      result: { prompts: [{ name: 'hello' }] },
    })
  })

  it.each([
    ['an unknown method', request(0, 'unknown/method')],
    ['a batch', [initialize()]],
    [
      'a probe of the newer era',
      request(0, 'server/discover', { _meta: { ...modernMeta, progressToken: 1 } }),
    ],
    ['a number', 5],
    ['an initialize that is not a request', { jsonrpc: '2.0', method: 'initialize' }],
    ['an initialize with an id that is none', initialize({ id: {} })],
  ])('still works after %s', async (_, first) => {
    const { send, finish } = connect()
    send(first)
    await new Promise(setImmediate)
    send(
      initialize(),
      initialized,
      request(1, 'prompts/list'),
      call(2, 'greet', { progressToken: 'p' }),
    )
    const answers = await finish()
    expect(answers.find(({ id }) => id === 'init')).toMatchObject({
      result: { protocolVersion: '2025-11-25' },
    })
    expect(answers.find(({ id }) => id === 1)).toMatchObject({
      result: { prompts: [{ name: 'hello' }] },
    })
    expect(answers.find(({ id }) => id === 2)).toMatchObject({
      result: { structuredContent: { data: { text: 'Hello, tester!' } } },
    })
  })
})

describe('a connection without a handshake', () => {
  it('answers discover, calls and prompts of the newer era', async () => {
    const { send, finish } = connect()
    send(
      request(1, 'server/discover', { _meta: modernMeta }),
      call(2, 'greet', modernMeta),
      request(3, 'prompts/get', { name: 'hello', _meta: modernMeta }),
    )
    const answers = await finish()
    expect(answers.find(({ id }) => id === 1)).toMatchObject({
      result: { supportedVersions: [modernVersion], resultType: 'complete' },
    })
    expect(answers.find(({ id }) => id === 2)).toMatchObject({
      result: { structuredContent: { data: { text: 'Hello, tester!' } }, resultType: 'complete' },
    })
    expect(answers.find(({ id }) => id === 3)).toMatchObject({
      result: { messages: [{ role: 'user' }], resultType: 'complete' },
    })
  })
})

describe('the end of the input', () => {
  it('is waited for with every answer written', async () => {
    const { server } = createFixture()
    const [input, output] = [new PassThrough(), new PassThrough()]
    const ended = serveStdio(server, { input, output })
    input.end(`${JSON.stringify(call(1, 'greet'))}\n`)
    await ended
    expect(String(output.read())).toContain('Hello, stranger!')
  })

  it('lets running calls finish first', async () => {
    const { send, input, started, release, finish } = connect()
    send(call(1, 'wait'))
    await started
    const finished = finish()
    await once(input, 'end')
    await new Promise(setImmediate)
    release()
    expect(await finished).toMatchObject([
      { id: 1, result: { structuredContent: { data: { done: true } } } },
    ])
  })

  it('lets running calls that report progress finish first', async () => {
    const { send, input, started, release, finish } = connect()
    send(call(1, 'wait', { progressToken: 1 }))
    await started
    const finished = finish()
    await once(input, 'end')
    await new Promise(setImmediate)
    release()
    expect(await finished).toMatchObject([
      { id: 1, result: { structuredContent: { data: { done: true } } } },
    ])
  })

  it('lets a request that the SDK answers be answered first', async () => {
    const { send, finish } = connect()
    send(initialize(), request(1, 'prompts/list'))
    expect((await finish()).map(({ id }) => id)).toEqual(['init', 1])
  })

  it('does not wait for a user who can no longer answer', async () => {
    const { send, next, finish } = connect()
    send(initialize({ capabilities: { elicitation: {} } }), initialized, call(1, 'ask'))
    await next()
    expect(await next()).toMatchObject({ method: 'elicitation/create' })
    expect(await finish()).toMatchObject([
      { id: 1, result: { structuredContent: { error: 'Nobody answered the question.' } } },
    ])
  })

  it('does not wait for a user who is asked only then', async () => {
    const { send, input, started, release, finish } = connect()
    send(initialize({ capabilities: { elicitation: {} } }), initialized, call(1, 'ask_late'))
    await started
    const finished = finish()
    await once(input, 'end')
    await new Promise(setImmediate)
    release()
    expect((await finished).map(({ id, method }) => method ?? id)).toEqual([
      'init',
      'elicitation/create',
      1,
    ])
  })

  it('is not a message if it comes within a line', async () => {
    const { input, finish } = connect()
    input.write(JSON.stringify(request(1, 'ping')))
    expect(await finish()).toEqual([])
  })
})

describe('cancelling', () => {
  it.each([
    ['a plain call', undefined],
    ['a call that reports progress', { progressToken: 1 }],
  ])('aborts %s, which then gets no answer', async (_, meta) => {
    const { send, started, aborted, release, finish } = connect()
    send(call(1, 'wait', meta))
    await started
    send(cancel(1))
    await aborted
    release()
    send(request(2, 'ping'))
    expect((await finish()).map(({ id }) => id)).toEqual([2])
  })

  it('needs no metadata of its own in the newer era', async () => {
    const { send, started, aborted, release, finish } = connect()
    send(call(1, 'wait', { ...modernMeta, progressToken: 1 }))
    await started
    send(cancel(1))
    await aborted
    release()
    send(call(2, 'greet', modernMeta))
    expect((await finish()).map(({ id }) => id)).toEqual([2])
  })

  it('of a request that is over, or was never made, changes nothing', async () => {
    const { send, next, finish } = connect()
    send(call(1, 'greet'))
    expect(await next()).toMatchObject({ id: 1 })
    send(cancel(1), cancel('never'), cancel(undefined), request(2, 'ping'))
    expect((await finish()).map(({ id }) => id)).toEqual([2])
  })
})

describe('a broken message', () => {
  it.each([
    ['is no JSON', '{"jsonrpc":', -32_700],
    ['is a number', '5', -32_600],
    ['is null', 'null', -32_600],
    ['is a string', '"x"', -32_600],
    ['is an empty object', '{}', -32_600],
    ['is a batch', JSON.stringify([request(1, 'ping')]), -32_600],
    ['is an empty batch', '[]', -32_600],
    ['has no version', '{"id":1,"method":"ping"}', -32_600],
    ['has an id that is none', '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600],
    [
      'has parameters that are none',
      '{"jsonrpc":"2.0","id":1,"method":"ping","params":5}',
      -32_600,
    ],
    [
      'has a list of parameters',
      '{"jsonrpc":"2.0","id":1,"method":"prompts/list","params":[]}',
      -32_600,
    ],
    ['has a member too many', '{"jsonrpc":"2.0","id":1,"method":"ping","extra":1}', -32_600],
    ['is a request and an answer', '{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}', -32_600],
    [
      'has metadata that is none',
      '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":5}}',
      -32_600,
    ],
    [
      'has a token that is none',
      '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":{}}}}',
      -32_600,
    ],
  ])('that %s is answered with an error, and the next one is answered', async (_, line, code) => {
    const { send, finish } = connect()
    send(line, request('next', 'ping'))
    const answers = await finish()
    expect(answers.find(({ id }) => id === 'next')).toMatchObject({ result: {} })
    expect(answers.filter(({ id }) => id !== 'next')).toMatchObject([
      { jsonrpc: '2.0', error: { code } },
    ])
  })

  it('that is an answer is not a question, so it gets no answer', async () => {
    const { send, finish } = connect()
    const answers = [
      '{"jsonrpc":"2.0","id":1,"result":{}}',
      '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}',
      '{"jsonrpc":"2.0","id":1,"error":5}',
    ]
    send(...answers, request(2, 'prompts/list'), ...answers)
    expect((await finish()).map(({ id }) => id)).toEqual([2])
  })

  it('gets its error in every era of a connection', async () => {
    const { send, finish } = connect()
    send(
      initialize(),
      initialized,
      'null',
      request(1, 'prompts/list'),
      '[]',
      call(2, 'greet', modernMeta),
      '{}',
    )
    const answers = await finish()
    expect(
      answers.filter(({ error }) => error !== undefined).map(({ error }) => error?.code),
    ).toEqual([-32_600, -32_600, -32_600])
    expect(
      answers
        .filter(({ result }) => result !== undefined)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([1, 2, 'init'])
  })
})

describe('a tool', () => {
  it.each([
    ['plainly', undefined],
    ['with progress', { progressToken: 1 }],
  ])('whose answer cannot be written, called %s, fails without its reason', async (_, meta) => {
    const { send, finish } = connect()
    send(call(1, 'unwritable', meta), request(2, 'ping'))
    const answers = await finish()
    expect(answers.find(({ id }) => id === 2)).toMatchObject({ result: {} })
    expect(answers.find(({ id }) => id === 1)).toMatchObject({ result: { isError: true } })
    expect(JSON.stringify(answers)).not.toContain('BigInt')
  })
})

describe('a client', () => {
  it('that never reads does not stop the server from ending', async () => {
    const output = new PassThrough({ highWaterMark: 1 })
    const { send, input } = connect({ output })
    send(...Array.from({ length: 100 }, (_, id) => request(id, 'tools/list')))
    const ended = once(output, 'end')
    input.end()
    await new Promise(setImmediate)
    output.end()
    output.resume()
    await ended
  })
})

describe('progress', () => {
  it('is not written in one piece with the result, because official clients drop it then', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const pieces: string[] = []
    output.setEncoding('utf8').on('data', (piece: string) => pieces.push(piece))
    const ended = serveStdio(createCountingServer(), { input, output })
    input.end(`${JSON.stringify(call(1, 'count', { ...modernMeta, progressToken: 1 }))}\n`)
    await ended
    expect(pieces.join('').match(/notifications\/progress/g)).toHaveLength(3)
    const last = pieces.findIndex((piece) => piece.includes('"result"'))
    expect(pieces[last]).not.toContain('notifications/progress')
  })
})

describe('a server that is stopped', () => {
  it.each([
    ['the fast lane', {}],
    ['the SDK', { progressToken: 1 }],
  ])('logs the end of a call of %s that it can wait for no longer', async (_, meta) => {
    const ended: unknown[] = []
    const started = gate()
    const hang = defineTool({
      name: 'hang',
      summary: 'Never answer.',
      output: z.object({}),
      effect: 'read',
      run() {
        started.open()
        return new Promise<never>(() => {})
      },
    })
    const log: Logger = {
      ...silentLog,
      isOn: (level) => level === 'info',
      info: (message, fields) => {
        ended.push([message, fields])
      },
    }
    const server = defineServer({ name: 'hanging', version: '1', tools: [hang], log, env: {} })
    const input = new PassThrough()
    const sent: string[] = []
    const send = (text: string, done?: () => void) => {
      sent.push(text)
      done?.()
    }
    const options = { input, stopped: started.passed, closeMs: 50 }
    const served = serveLines(server, options, send)
    input.write(`${JSON.stringify(call(1, 'hang', meta))}\n`)
    await served
    expect(ended).toMatchObject([
      ['tool ended', { tool: 'hang', outcome: 'failure', code: 'CANCELLED' }],
    ])
    expect(sent.join('')).toBe('')
  })
})
