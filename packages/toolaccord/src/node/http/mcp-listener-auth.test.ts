import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { gate } from '../../../test/gate.ts'
import { type Authenticator, createAuthenticator, hashKey } from '../../auth/index.ts'
import { defineTool } from '../../define/tool.ts'
import { createMcpLanes } from '../../faces/mcp/create-mcp-lanes.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { type McpListenerOptions, createMcpListener } from './create-mcp-listener.ts'

const key = 'static-key-of-thirty-two-letters'
const authenticator = createAuthenticator({ keys: [{ id: 'ada', hash: await hashKey(key) }] })
const bearer = { authorization: `Bearer ${key}` }

const echo = defineTool({
  name: 'echo',
  summary: 'Say it again, and who asked.',
  input: z.object({ text: z.string().default('') }),
  output: z.object({ text: z.string(), by: z.string() }),
  effect: 'read',
  run: ({ text }, call) =>
    ok({ text, by: call.caller?.id ?? 'nobody' }, { rateLimit: { limit: 10, remaining: 9 } }),
})
const server = defineServer({
  name: 'fixture',
  version: '1.0.0',
  tools: [echo],
  log: silentLog,
  newId: () => 'r1',
})

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

async function listen(options: Partial<McpListenerOptions> = {}) {
  const lanes = createMcpLanes(server)
  const { serve } = createMcpListener(lanes, { bodyBytes: 2_000_000, ...options })
  const node = createServer(serve).listen(0, '127.0.0.1')
  await once(node, 'listening')
  closers.push(async () => {
    node.closeAllConnections()
    node.close()
    await lanes.close()
  })
  // The cast names what listening on a port gives.
  return `http://127.0.0.1:${(node.address() as AddressInfo).port}/mcp`
}

const accept = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const toCall = (args: object = {}, meta: object = {}) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'echo', arguments: args, _meta: meta },
  })
const send = (
  url: string,
  headers: Record<string, string> = {},
  body = toCall(),
  method = 'POST',
) =>
  fetch(url, {
    method,
    headers: { ...accept, ...headers },
    body: method === 'POST' ? body : undefined,
  })

/** An authenticator that takes its time. */
const slow = (ready: Promise<void>): Authenticator => ({
  ...authenticator,
  authenticate: (header) => ready.then(() => authenticator.authenticate(header)),
})

describe('a request to a server that asks who calls', () => {
  it('is served with a token, and says so to caches', async () => {
    const response = await send(await listen({ authenticator }), bearer)
    expect([
      response.status,
      response.headers.get('vary'),
      response.headers.get('cache-control'),
    ]).toEqual([200, 'Authorization', 'no-store'])
    expect(await response.json()).toMatchObject({
      result: { structuredContent: { data: { by: 'ada' } } },
    })
  })

  it('is served in the other lane as well', async () => {
    const response = await send(
      await listen({ authenticator }),
      bearer,
      toCall({}, { progressToken: 1 }),
    )
    expect([response.status, response.headers.get('vary')]).toEqual([200, 'Authorization'])
    expect(await response.text()).toContain('"by":"ada"')
  })

  it.each(['POST', 'GET', 'DELETE', 'OPTIONS', 'PUT'])(
    'is refused without one: %s',
    async (method) => {
      const response = await send(await listen({ authenticator }), {}, toCall(), method)
      expect([
        response.status,
        response.headers.get('www-authenticate'),
        response.headers.get('vary'),
      ]).toEqual([401, 'Bearer realm="toolaccord"', 'Authorization'])
      expect(await response.json()).toEqual({
        jsonrpc: '2.0',
        id: method === 'POST' ? 1 : null,
        error: {
          code: -32_000,
          message: 'A token is needed. Send it in the header as Authorization: Bearer <token>.',
          data: { code: 'UNAUTHORIZED', request_id: expect.any(String) },
        },
      })
    },
  )

  it('keeps its body while the token is looked at', async () => {
    const { open, passed } = gate()
    const url = await listen({ authenticator: slow(passed) })
    const long = 'żółć'.repeat(100_000)
    const answer = send(url, bearer, toCall({ text: long }))
    setTimeout(open, 50)
    expect(await (await answer).json()).toMatchObject({
      result: { structuredContent: { data: { text: long } } },
    })
  })

  it('may come in one piece with the next, and both are answered', async () => {
    const { port } = new URL(await listen({ authenticator }))
    const body = toCall()
    const head = Object.entries({
      host: 'localhost',
      ...accept,
      ...bearer,
      'content-length': body.length,
    })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')
    const socket = connect(Number(port), '127.0.0.1')
    const line = 'POST /mcp HTTP/1.1\r\n'
    socket.write(`${line}${head}\r\n${body}${line}${head}Connection: close\r\n\r\n${body}`)
    expect((await text(socket)).match(/"data":\{"text":"","by":"ada"\}/g)).toHaveLength(2)
  })

  it('may be given up while the token is looked at', async () => {
    const { open, passed } = gate()
    const url = await listen({ authenticator: slow(passed) })
    const controller = new AbortController()
    const answer = fetch(url, {
      method: 'POST',
      headers: { ...accept, ...bearer },
      body: toCall(),
      signal: controller.signal,
    })
    setTimeout(() => controller.abort(), 20)
    await expect(answer).rejects.toThrow()
    open()
    expect((await send(url, bearer)).status).toBe(200)
  })
})

describe('the rate limit of a call', () => {
  it('is in headers', async () => {
    const response = await send(await listen())
    expect([
      response.headers.get('ratelimit-limit'),
      response.headers.get('ratelimit-remaining'),
    ]).toEqual(['10', '9'])
  })
})

describe('web pages of other origins', () => {
  const origin = 'https://app.example'
  const preflight = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization, content-type, mcp-protocol-version',
  }

  it.each([
    ['any origin', true, '*', null],
    ['their origin', { origins: [origin] }, origin, 'Origin'],
  ] as const)(
    'may ask what they may send, without a token, if %s may call',
    async (_, cors, allowed, vary) => {
      const response = await send(await listen({ authenticator, cors }), preflight, '', 'OPTIONS')
      expect([
        response.status,
        response.headers.get('access-control-allow-origin'),
        response.headers.get('vary'),
      ]).toEqual([204, allowed, vary])
      expect(response.headers.get('access-control-allow-methods')?.split(',')).toEqual([
        'GET',
        'POST',
        'DELETE',
      ])
      expect(
        response.headers.get('access-control-allow-headers')?.toLowerCase().split(','),
      ).toEqual(
        expect.arrayContaining([
          'authorization',
          'content-type',
          'idempotency-key',
          'last-event-id',
          'mcp-method',
          'mcp-name',
          'mcp-protocol-version',
          'mcp-session-id',
          'traceparent',
        ]),
      )
    },
  )

  it('may read every answer, refusals included', async () => {
    const url = await listen({ authenticator, cors: { origins: [origin] } })
    for (const [headers, status] of [
      [bearer, 200],
      [{}, 401],
    ] as const) {
      const response = await send(url, { ...headers, origin })
      expect([
        response.status,
        response.headers.get('access-control-allow-origin'),
        response.headers.get('vary'),
      ]).toEqual([status, origin, 'Origin, Authorization'])
      expect(response.headers.get('access-control-expose-headers')?.split(',')).toEqual(
        expect.arrayContaining([
          'Mcp-Session-Id',
          'WWW-Authenticate',
          'RateLimit-Limit',
          'Toolaccord-Notes',
        ]),
      )
    }
  })

  it('of an origin that is not allowed may read nothing', async () => {
    const url = await listen({ cors: { origins: ['https://other.example'] } })
    for (const response of [
      await send(url, preflight, '', 'OPTIONS'),
      await send(url, { origin }),
    ]) {
      expect([
        response.status,
        response.headers.get('access-control-allow-origin'),
        response.headers.get('vary'),
      ]).toEqual([403, null, 'Origin'])
    }
  })

  it('get no headers if nobody thought of them', async () => {
    const url = await listen()
    expect(
      (await send(url, { 'access-control-request-method': 'POST' }, '', 'OPTIONS')).status,
    ).toBe(405)
    const { headers } = await send(url)
    expect([
      headers.get('access-control-allow-origin'),
      headers.get('vary'),
      headers.get('cache-control'),
    ]).toEqual([null, null, null])
  })
})
