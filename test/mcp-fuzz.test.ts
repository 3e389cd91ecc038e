import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import type { Logger } from 'toolaccord'
import { createMcpHandler } from 'toolaccord/mcp'
import { type HttpServer, serveHttp, serveStdio } from 'toolaccord/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFixtureServer } from './fixtures/mcp/server.ts'

const drop = () => {}
const noLog: Logger = { trace: drop, debug: drop, info: drop, warn: drop, error: drop }

/** Those of JSON-RPC, of the protocol, and of HTTP refusals, which have no other. */
const codes = [-32_700, -32_600, -32_601, -32_602, -32_603, -32_020, -32_021, -32_022, -32_000]

interface Message {
  readonly id?: unknown
  readonly method?: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

/** Fails unless a string is one JSON-RPC message as a server may send it. */
function readMessage(json: string): Message {
  // The cast names what is checked below.
  const message = JSON.parse(json) as Message & { readonly jsonrpc: unknown }
  expect(message.jsonrpc).toBe('2.0')
  const parts = [message.method, message.result, message.error].filter((part) => part !== undefined)
  expect(parts, json).toHaveLength(1)
  if (message.method === undefined) {
    const hasId = ['string', 'number'].includes(typeof message.id)
    const isUnreadable = message.id === null && message.error !== undefined
    expect(hasId || isUnreadable, json).toBe(true)
  }
  if (message.error !== undefined) {
    expect(codes, json).toContain(message.error.code)
    expect(typeof message.error.message).toBe('string')
  }
  return message
}

const version = 'io.modelcontextprotocol/protocolVersion'
const capabilities = 'io.modelcontextprotocol/clientCapabilities'
const info = 'io.modelcontextprotocol/clientInfo'
const modernMeta = {
  [version]: '2026-07-28',
  [capabilities]: {},
  [info]: { name: 'tester', version: '1' },
}
const goodCall = {
  jsonrpc: '2.0',
  id: 'the last',
  method: 'tools/call',
  params: { name: 'add', arguments: { a: 1, b: 2 }, _meta: modernMeta },
}
const goodResult = {
  id: 'the last',
  result: { structuredContent: { success: true, data: { sum: 3 } } },
}

const handshake = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'tester', version: '1' },
}
const completion = {
  ref: { type: 'ref/prompt', name: 'greet' },
  argument: { name: 'who', value: 'A' },
}

const methods: readonly (readonly [string, object])[] = [
  ['initialize', handshake],
  ['ping', {}],
  ['tools/list', {}],
  ['tools/call', { name: 'check', arguments: {} }],
  ['tools/call', { name: 'find', arguments: { id: 'x' }, _meta: { progressToken: 1 } }],
  ['prompts/list', {}],
  ['prompts/get', { name: 'greet', arguments: { who: 'Ada' } }],
  ['resources/read', { uri: 'notes://by-id/n1' }],
  ['completion/complete', completion],
  ['logging/setLevel', { level: 'debug' }],
  ['unknown/method', {}],
]

/** Requests that would be answered, to be broken. */
const requests = [
  { ...goodCall, id: 7 },
  ...methods.flatMap(([method, params]) => [
    { jsonrpc: '2.0', id: 1, method, params },
    { jsonrpc: '2.0', id: 'a', method, params: { ...params, _meta: modernMeta } },
  ]),
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
  { jsonrpc: '2.0', id: 1, result: {} },
  { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'no' } },
]

const oddValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    undefined,
    null,
    1e308,
    -1,
    '',
    '\ud800',
    '__proto__',
    '2026-07-28',
    '2025-11-25',
    '2024-11-05',
    'tools/call',
    'x'.repeat(2000),
    [[]],
    { __proto__: 1 },
  ),
)
const oddName = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.constantFrom(
    'id',
    'method',
    'params',
    '_meta',
    'result',
    'error',
    'progressToken',
    'cursor',
    '__proto__',
    'constructor',
    'toString',
    version,
    capabilities,
    info,
  ),
)

/** An object with one of its properties under another name. */
function rename(value: object, key: string, name: string): object {
  const entries = Object.entries(value).map(([own, member]) => {
    const chosen = own === key ? name : own
    return [chosen, member] as const
  })
  return Object.fromEntries(entries)
}

/** A value with one thing about it changed. */
function broken(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null) return oddValue
  const changed = Object.entries(value).map(([key, member]) =>
    broken(member).map((other) => ({ ...value, [key]: other })),
  )
  const renamed = Object.keys(value).map((key) => oddName.map((name) => rename(value, key, name)))
  const added = fc.tuple(oddName, oddValue).map(([name, odd]) => ({ ...value, [name]: odd }))
  return fc.oneof(
    { weight: 1, arbitrary: oddValue },
    ...[...changed, ...renamed].map((arbitrary) => ({ weight: 2, arbitrary })),
    { weight: 1, arbitrary: added },
  )
}

const request = fc.constantFrom<object>(...requests)
const brokenRequest = request.chain(broken).map((message) => JSON.stringify(message) ?? '')
const cutRequest = fc
  .tuple(request, fc.nat(200))
  .map(([message, length]) => JSON.stringify(message).slice(0, length))

// A batch of an old revision that cancels a request of its own is open until the client goes away.
const isCancellation = (message: object) => 'requestId' in Object(Object(message).params)
const batch = fc
  .array(
    request.filter((message) => !isCancellation(message)),
    { maxLength: 3 },
  )
  .map((messages) => JSON.stringify(messages))

const depth = fc.integer({ min: 100, max: 20_000 })
const deep = fc.oneof(
  depth.map((levels) => '['.repeat(levels) + ']'.repeat(levels)),
  depth.map((levels) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`),
)
const deepCall = deep.map((nested) =>
  JSON.stringify({ ...goodCall, id: 7 }).replace('{"a":1,"b":2}', `{"a":${nested}}`),
)

/** A string that is meant to be a message and is not quite one. */
const brokenText = fc.oneof(
  { weight: 20, arbitrary: brokenRequest },
  { weight: 3, arbitrary: cutRequest },
  { weight: 3, arbitrary: batch },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 50 }) },
  { weight: 2, arbitrary: fc.json() },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: deepCall },
)

const rejections: unknown[] = []
const remember = (reason: unknown) => {
  rejections.push(reason)
}
const handles = () =>
  process
    .getActiveResourcesInfo()
    .filter((kind) => kind !== 'Immediate')
    .sort()

const json = 'application/json'
const both = 'application/json, text/event-stream'
const goodHeaders = {
  'Content-Type': json,
  'MCP-Protocol-Version': '2026-07-28',
  'Mcp-Method': 'tools/call',
  'Mcp-Name': 'add',
}

// Good values are there more than once, so that enough requests get past the headers.
const versions = ['2026-07-28', '2026-07-28', '2025-11-25', '2025-03-26', '1999-01-01', 'x']
const brokenHeaders = fc.record(
  {
    'Content-Type': fc.constantFrom(json, json, json, 'text/plain', ''),
    Accept: fc.constantFrom(both, both, '*/*', ''),
    'MCP-Protocol-Version': fc.constantFrom(...versions),
    'Mcp-Method': fc.constantFrom('tools/call', 'tools/list', 'prompts/get', 'x', ''),
    'Mcp-Name': fc.constantFrom('add', 'greet', 'x', '=?base64?!?=', ''),
    'Mcp-Session-Id': fc.constantFrom('x', ''),
  },
  { requiredKeys: ['Content-Type'] },
)
const method = fc.constantFrom('POST', 'POST', 'POST', 'POST', 'PUT', 'GET', 'DELETE')

/** Fails unless a response has an expected status, and messages or nothing in its body. */
async function checkResponse(response: Response): Promise<void> {
  expect([200, 202, 400, 404, 405, 406, 413, 415]).toContain(response.status)
  const body = await response.text()
  if (response.headers.get('content-type') === 'text/event-stream') {
    for (const [, data = ''] of body.matchAll(/^data: (.+)$/gm)) readMessage(data)
    return
  }
  if (body === '') expect(response.status).toBe(202)
  else readMessage(body)
}

describe('after ten thousand broken messages', () => {
  let before: readonly string[] = []

  beforeEach(() => {
    process.on('unhandledRejection', remember)
    before = handles()
  })

  afterEach(async () => {
    process.off('unhandledRejection', remember)
    expect(rejections).toEqual([])
    await vi.waitFor(() => {
      expect(handles().length).toBeLessThanOrEqual(before.length)
    })
  })

  it('a good call over stdio succeeds, and every line was a message', async () => {
    const brokenLines = fc.array(
      brokenText.map((line) => line.replaceAll(/[\r\n]/g, ' ')),
      { minLength: 500, maxLength: 500 },
    )
    await fc.assert(
      fc.asyncProperty(brokenLines, async (lines) => {
        const input = new PassThrough()
        const output = new PassThrough()
        const served = serveStdio(createFixtureServer(noLog), { input, output })
        const written = text(output)
        input.end([...lines, JSON.stringify(goodCall), ''].join('\n'))
        await served
        output.end()
        const messages = (await written).split('\n').slice(0, -1).map(readMessage)
        expect(messages.filter(({ id }) => id === goodCall.id)).toMatchObject([goodResult])
      }),
      { numRuns: 20, endOnFailure: true },
    )
  }, 60_000)

  it('a good call through the HTTP handler succeeds, and every answer was a message', async () => {
    const handler = createMcpHandler(createFixtureServer(noLog))
    const send = async (body: string, headers: Record<string, string>, method: string) => {
      const init = method === 'GET' ? { method, headers } : { method, headers, body }
      const response = await handler.fetch(new Request('http://localhost/mcp', init))
      await checkResponse(response)
    }
    await fc.assert(fc.asyncProperty(brokenText, brokenHeaders, method, send), {
      numRuns: 10_000,
      endOnFailure: true,
      timeout: 5000,
    })
    const init = { method: 'POST', headers: goodHeaders, body: JSON.stringify(goodCall) }
    const good = await handler.fetch(new Request('http://localhost/mcp', init))
    expect(await good.json()).toMatchObject(goodResult)
    await handler.close()
  }, 60_000)
})

describe('after hundreds of broken connections', () => {
  let http: HttpServer

  beforeAll(async () => {
    http = await serveHttp(createFixtureServer(noLog), { port: 0, requestTimeoutMs: 2000 })
  })

  afterAll(() => http.close())

  const paths = ['/mcp', '/mcp', '/mcp?x', '/mcp#', '//mcp', 'http://evil.example/mcp', '*']
  const origins = ['', 'Origin: https://evil.example', 'Origin: null', 'Origin: ']
  const types = ['', 'Content-Type: application/json', 'Content-Type: text/plain']
  const lengths = [
    '',
    'Content-Length: 10',
    'Content-Length: 99999999999',
    'Content-Length: -1',
    'Transfer-Encoding: chunked',
    'Expect: 100-continue',
  ]
  const head = fc
    .record({
      method: fc.constantFrom('POST', 'POST', 'POST', 'GET', 'TRACE', 'BREW'),
      path: fc.constantFrom(...paths, '/api/add'),
      host: fc.constantFrom('localhost', '127.0.0.1:99999', 'evil.example', '[', 'a b', ''),
      origin: fc.constantFrom(...origins),
      type: fc.constantFrom(...types),
      length: fc.constantFrom(...lengths),
    })
    .map(({ method, path, host, origin, type, length }) => {
      const more = [origin, type, length].filter((line) => line !== '')
      return [`${method} ${path} HTTP/1.1`, `Host: ${host}`, ...more, '', ''].join('\r\n')
    })
  const whole = fc.tuple(head, brokenText).map(([start, body]) => start + body)
  const cut = fc.tuple(head, fc.nat(100)).map(([start, length]) => start.slice(0, length))
  const bytes = fc.oneof(
    { weight: 8, arbitrary: whole },
    { weight: 1, arbitrary: cut },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  )

  /** Sends bytes, and then ends, hangs up, or never reads; returns what came back. */
  async function send(sent: string, how: 'end' | 'hang up' | 'never read'): Promise<string> {
    const socket = connect(Number(new URL(http.url).port), '127.0.0.1').on('error', drop)
    const closed = new Promise((resolve) => {
      socket.once('close', resolve)
    })
    socket.write(sent)
    if (how !== 'end') {
      setImmediate(() => socket.destroy())
      await closed
      return ''
    }
    // A broken connection may be reset, which is an answer too.
    const received = text(socket.end()).catch(() => '')
    await closed
    return received
  }

  /** Fails if an answer is a fault of the server, or if a message in it is cut. */
  function checkAnswer(answer: string): void {
    const pattern = /^HTTP\/1\.1 (?<status>\d{3}) [^]*?\r\n\r\n(?<body>[^]*)$/
    const { status, body = '' } = pattern.exec(answer)?.groups ?? {}
    if (status === undefined) return
    expect(Number(status)).toBeLessThan(500)
    if (body.startsWith('{"jsonrpc"') && !body.includes('HTTP/1.1')) readMessage(body)
  }

  it('a good call over a socket succeeds', async () => {
    const connections = fc.array(
      fc.tuple(bytes, fc.constantFrom('end', 'end', 'hang up', 'never read')),
      { minLength: 20, maxLength: 20 },
    )
    await fc.assert(
      fc.asyncProperty(connections, async (several) => {
        const answers = await Promise.all(several.map(([sent, how]) => send(sent, how)))
        for (const answer of answers) checkAnswer(answer)
      }),
      { numRuns: 20, endOnFailure: true },
    )
    const init = { method: 'POST', headers: goodHeaders, body: JSON.stringify(goodCall) }
    const good = await fetch(`${http.url}/mcp`, init)
    expect(await good.json()).toMatchObject(goodResult)
  }, 60_000)
})
