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

/** Fails unless a text is one message of JSON-RPC as a server may send it. */
function readMessage(json: string): Message {
  // The cast names what is checked below.
  const message = JSON.parse(json) as Message & { readonly jsonrpc: unknown }
  expect(message.jsonrpc).toBe('2.0')
  const parts = [message.method, message.result, message.error].filter((part) => part !== undefined)
  expect(parts, json).toHaveLength(1)
  if (message.method === undefined)
    expect(
      ['string', 'number'].includes(typeof message.id) ||
        (message.id === null && message.error !== undefined),
      json,
    ).toBe(true)
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

/** Requests that would be answered, to be broken. */
const requests = [
  { ...goodCall, id: 7 },
  ...[
    [
      'initialize',
      {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'tester', version: '1' },
      },
    ],
    ['ping', {}],
    ['tools/list', {}],
    ['tools/call', { name: 'check', arguments: {} }],
    ['tools/call', { name: 'find', arguments: { id: 'x' }, _meta: { progressToken: 1 } }],
    ['prompts/list', {}],
    ['prompts/get', { name: 'greet', arguments: { who: 'Ada' } }],
    ['resources/read', { uri: 'notes://by-id/n1' }],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: 'A' } },
    ],
    ['logging/setLevel', { level: 'debug' }],
    ['unknown/method', {}],
  ].flatMap(([method, params]) => [
    { jsonrpc: '2.0', id: 1, method, params },
    { jsonrpc: '2.0', id: 'a', method, params: { ...(params as object), _meta: modernMeta } },
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

/** A value with one thing about it changed. */
function broken(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null) return oddValue
  const members = Object.entries(value).map(([key, member]) =>
    broken(member).map((changed) => ({ ...value, [key]: changed })),
  )
  const renamed = Object.keys(value).map((key) =>
    oddName.map((name) =>
      Object.fromEntries(
        Object.entries(value).map(([own, member]) => [own === key ? name : own, member]),
      ),
    ),
  )
  return fc.oneof(
    { weight: 1, arbitrary: oddValue },
    ...[...members, ...renamed].map((arbitrary) => ({ weight: 2, arbitrary })),
    {
      weight: 1,
      arbitrary: fc.tuple(oddName, oddValue).map(([name, odd]) => ({ ...value, [name]: odd })),
    },
  )
}

const request = fc.constantFrom<object>(...requests)
const deep = fc
  .tuple(fc.constantFrom('[', '{"a":'), fc.integer({ min: 100, max: 20_000 }))
  .map(
    ([open, depth]) =>
      open.repeat(depth) + (open === '[' ? ']'.repeat(depth) : `1${'}'.repeat(depth)}`),
  )
/** A text that is meant to be a message and is not quite one. */
const brokenText = fc.oneof(
  { weight: 20, arbitrary: request.chain(broken).map((message) => JSON.stringify(message) ?? '') },
  {
    weight: 3,
    arbitrary: fc
      .tuple(request, fc.nat(200))
      .map(([message, length]) => JSON.stringify(message).slice(0, length)),
  },
  // Without cancellations: a batch of an old revision that cancels a request of its own is open until the client goes away.
  {
    weight: 3,
    arbitrary: fc
      .array(
        request.filter((message) => !('requestId' in Object(Object(message).params))),
        { maxLength: 3 },
      )
      .map((messages) => JSON.stringify(messages)),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 50 }) },
  { weight: 2, arbitrary: fc.json() },
  { weight: 1, arbitrary: deep },
  {
    weight: 1,
    arbitrary: deep.map((nested) =>
      JSON.stringify({ ...goodCall, id: 7 }).replace('{"a":1,"b":2}', `{"a":${nested}}`),
    ),
  },
)

const rejections: unknown[] = []
const remember = (reason: unknown) => void rejections.push(reason)
const handles = () =>
  process
    .getActiveResourcesInfo()
    .filter((kind) => kind !== 'Immediate')
    .sort()

describe('after ten thousand broken messages', () => {
  let before: readonly string[] = []

  beforeEach(() => {
    process.on('unhandledRejection', remember)
    before = handles()
  })

  afterEach(async () => {
    process.off('unhandledRejection', remember)
    expect(rejections).toEqual([])
    await vi.waitFor(() => expect(handles().length).toBeLessThanOrEqual(before.length))
  })

  it('a good call over stdio succeeds, and every line was a message', async () => {
    const brokenLines = fc.array(
      brokenText.map((line) => line.replaceAll(/[\r\n]/g, ' ')),
      { minLength: 500, maxLength: 500 },
    )
    await fc.assert(
      fc.asyncProperty(brokenLines, async (lines) => {
        const [input, output] = [new PassThrough(), new PassThrough()]
        const ended = serveStdio(createFixtureServer(noLog), { input, output }).then(() =>
          output.end(),
        )
        const written = text(output)
        input.end([...lines, JSON.stringify(goodCall), ''].join('\n'))
        await ended
        const messages = (await written).split('\n').slice(0, -1).map(readMessage)
        expect(messages.filter(({ id }) => id === goodCall.id)).toMatchObject([goodResult])
      }),
      { numRuns: 20, endOnFailure: true },
    )
  }, 60_000)

  it('a good call through the HTTP handler succeeds, and every answer was a message', async () => {
    const handler = createMcpHandler(createFixtureServer(noLog))
    const headers = fc.record(
      {
        'Content-Type': fc.constantFrom(
          'application/json',
          'application/json',
          'application/json',
          'text/plain',
          '',
        ),
        Accept: fc.constantFrom(
          'application/json, text/event-stream',
          'application/json, text/event-stream',
          '*/*',
          '',
        ),
        'MCP-Protocol-Version': fc.constantFrom(
          '2026-07-28',
          '2026-07-28',
          '2025-11-25',
          '2025-03-26',
          '1999-01-01',
          'x',
        ),
        'Mcp-Method': fc.constantFrom('tools/call', 'tools/list', 'prompts/get', 'x', ''),
        'Mcp-Name': fc.constantFrom('add', 'greet', 'x', '=?base64?!?=', ''),
        'Mcp-Session-Id': fc.constantFrom('x', ''),
      },
      { requiredKeys: ['Content-Type'] },
    )
    await fc.assert(
      fc.asyncProperty(
        brokenText,
        headers,
        fc.constantFrom('POST', 'POST', 'POST', 'POST', 'PUT', 'GET', 'DELETE'),
        async (body, headers, method) => {
          const response = await handler.fetch(
            new Request('http://localhost/mcp', {
              method,
              headers,
              ...(method !== 'GET' && { body }),
            }),
          )
          expect([200, 202, 400, 404, 405, 406, 413, 415]).toContain(response.status)
          const answer = await response.text()
          const isStream = response.headers.get('content-type') === 'text/event-stream'
          for (const json of isStream
            ? [...answer.matchAll(/^data: (.+)$/gm)].map(([, data]) => data ?? '')
            : answer === ''
              ? []
              : [answer])
            readMessage(json)
          if (!isStream && answer === '') expect(response.status).toBe(202)
        },
      ),
      { numRuns: 10_000, endOnFailure: true, timeout: 5000 },
    )
    const good = await handler.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'MCP-Protocol-Version': '2026-07-28',
          'Mcp-Method': 'tools/call',
          'Mcp-Name': 'add',
        },
        body: JSON.stringify(goodCall),
      }),
    )
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

  const head = fc.tuple(
    fc.constantFrom('POST', 'POST', 'POST', 'GET', 'TRACE', 'BREW'),
    fc.constantFrom(
      '/mcp',
      '/mcp',
      '/mcp?x',
      '/mcp#',
      '//mcp',
      'http://evil.example/mcp',
      '*',
      '/api/add',
    ),
    fc.constantFrom('localhost', '127.0.0.1:99999', 'evil.example', '[', 'a b', ''),
    fc.constantFrom('', 'Origin: https://evil.example\r\n', 'Origin: null\r\n', 'Origin: \r\n'),
    fc.constantFrom('', 'Content-Type: application/json\r\n', 'Content-Type: text/plain\r\n'),
    fc.constantFrom(
      '',
      'Content-Length: 10\r\n',
      'Content-Length: 99999999999\r\n',
      'Content-Length: -1\r\n',
      'Transfer-Encoding: chunked\r\n',
      'Expect: 100-continue\r\n',
    ),
  )
  const bytes = fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(head, brokenText)
        .map(
          ([[method, path, host, ...lines], body]) =>
            `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${lines.join('')}\r\n${body}`,
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(head, fc.nat(100))
        .map(([[method, path, host, ...lines], length]) =>
          `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${lines.join('')}\r\n`.slice(0, length),
        ),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  )

  /** Sends bytes, and then ends, hangs up, or waits for nothing; gives what came back. */
  async function send(sent: string, how: 'end' | 'hang up' | 'never read'): Promise<string> {
    const socket = connect(Number(new URL(http.url).port), '127.0.0.1').on('error', drop)
    // A broken connection may be reset, which is an answer too.
    const closed = new Promise((resolve) => void socket.once('close', resolve))
    socket.write(sent)
    const received = how === 'end' ? text(socket.end()).catch(() => '') : ''
    if (how !== 'end') setImmediate(() => socket.destroy())
    await closed
    return received
  }

  it('a good call over a socket succeeds', async () => {
    const connections = fc.array(
      fc.tuple(bytes, fc.constantFrom('end', 'end', 'hang up', 'never read')),
      { minLength: 20, maxLength: 20 },
    )
    await fc.assert(
      fc.asyncProperty(connections, async (several) => {
        for (const answer of await Promise.all(several.map(([sent, how]) => send(sent, how)))) {
          const [, status, body] = /^HTTP\/1\.1 (\d{3}) [^]*?\r\n\r\n([^]*)$/.exec(answer) ?? []
          if (status !== undefined) expect(Number(status)).toBeLessThan(500)
          if (body?.startsWith('{"jsonrpc"') && !body.includes('HTTP/1.1')) readMessage(body)
        }
      }),
      { numRuns: 20, endOnFailure: true },
    )
    const good = await fetch(`${http.url}/mcp`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'tools/call',
        'Mcp-Name': 'add',
      },
      body: JSON.stringify(goodCall),
    })
    expect(await good.json()).toMatchObject(goodResult)
  }, 60_000)
})
