import { once } from 'node:events'
import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { gate } from '../../../test/gate.ts'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { type HttpOptions, type HttpServer, serveHttp } from './serve-http.ts'

const globals = { Request, Response }

function createFixture() {
  const started = gate()
  const release = gate()
  const aborted = gate<string>()
  const echo = defineTool({
    name: 'echo',
    summary: 'Say it again.',
    input: z.object({ text: z.string().default('') }),
    output: z.object({ text: z.string() }),
    effect: 'read',
    run: ({ text }) => ok({ text }),
  })
  const wait = defineTool({
    name: 'wait',
    summary: 'Answer when released.',
    output: z.object({ done: z.boolean() }),
    effect: 'write',
    async run(_, call) {
      call.signal.addEventListener('abort', () => aborted.open(String(call.signal.reason)))
      started.open()
      await release.passed
      return ok({ done: true })
    },
  })
  const server = defineServer({
    name: 'fixture',
    version: '1.0.0',
    tools: [echo, wait],
    timing: false,
    log: silentLog,
    limits: { bodyBytes: 1000 },
  })
  return { server, started: started.passed, release: release.open, aborted: aborted.passed }
}

const open: HttpServer[] = []

async function serve(options: HttpOptions = {}, fixture = createFixture()) {
  const http = await serveHttp(fixture.server, { port: 0, ...options })
  open.push(http)
  return { ...fixture, ...http }
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((http) => http.close()))
})

/** With node:http, because fetch may not set `Host`. */
async function send(url: string, options: RequestOptions, body?: string | Iterable<string>) {
  const sent = request(url, options)
  for (const chunk of typeof body === 'string' ? [body] : (body ?? [])) sent.write(chunk)
  sent.end()
  // The cast names what the event of this name brings.
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: await text(response) }
}

describe('a served server', () => {
  it('answers on loopback with the envelope', async () => {
    const { url } = await serve()
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const response = await fetch(`${url}/api/echo?text=hi`, { headers: { 'x-request-id': 'r1' } })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      success: true,
      data: { text: 'hi' },
      error: null,
      meta: { version: 'response-v2', request_id: 'r1' },
    })
  })

  it('answers HEAD with the headers of GET', async () => {
    const { url } = await serve()
    const headers = { 'x-request-id': 'r1' }
    const [get, head] = await Promise.all([
      fetch(`${url}/api/echo`, { headers }),
      fetch(`${url}/api/echo`, { headers, method: 'HEAD' }),
    ])
    const endToEnd = ({ headers }: Response) =>
      [...headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))
    expect(endToEnd(head)).toEqual(endToEnd(get))
    expect(await head.text()).toBe('')
  })

  it('leaves the globals of the process alone', async () => {
    await serve()
    expect(globalThis.Request).toBe(globals.Request)
    expect(globalThis.Response).toBe(globals.Response)
  })

  it('refuses a host name that was rebound to this machine', async () => {
    const { url } = await serve()
    const refused = await send(`${url}/api/echo`, { headers: { host: 'evil.example' } })
    expect(refused.status).toBe(403)
    expect(JSON.parse(refused.body)).toMatchObject({
      success: false,
      data: { error_code: 'FORBIDDEN' },
    })
    expect((await send(`${url}/api/echo`, { headers: { host: 'localhost:1234' } })).status).toBe(
      200,
    )
  })

  it('answers for other host names when they are given', async () => {
    const { url } = await serve({ hosts: ['tools.example'] })
    expect((await send(`${url}/api/echo`, { headers: { host: 'tools.example' } })).status).toBe(200)
    expect((await send(`${url}/api/echo`, {})).status).toBe(403)
  })

  it('counts a chunked body against the limit', async () => {
    const { url } = await serve()
    const options = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const refused = await send(
      `${url}/api/echo`,
      options,
      Array.from({ length: 20 }, () => ' '.repeat(100)),
    )
    expect(refused.status).toBe(413)
    expect(JSON.parse(refused.body)).toMatchObject({ data: { error_code: 'PAYLOAD_TOO_LARGE' } })
  })

  it('cancels the call of a client that hangs up', async () => {
    const { url, started, aborted, release } = await serve()
    const controller = new AbortController()
    const call = fetch(`${url}/api/wait`, { method: 'POST', signal: controller.signal })
    await started
    controller.abort()
    await expect(call).rejects.toThrow()
    expect(await aborted).toContain('AbortError')
    release()
  })

  it('gives up on a body that does not arrive', async () => {
    const { url } = await serve({ requestTimeoutMs: 50 })
    const { port } = new URL(url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      'POST /api/echo HTTP/1.1\r\nHost: localhost\r\n' +
        'Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{"',
    )
    expect(await text(socket)).toContain('408 Request Timeout')
  })
})

describe('closing', () => {
  it('is done once, however often it is asked for', async () => {
    const { close } = await serve()
    expect(close()).toBe(close())
    await close()
  })

  it.each([false, true])(
    'does not wait for the answer to a batch that cancels itself (sessions: %s)',
    async (sessions) => {
      const { url, close } = await serve({ mcp: { sessions } })
      const ask = (body: unknown, session: Record<string, string> = {}) =>
        fetch(`${url}/mcp`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            Accept: 'application/json, text/event-stream',
            ...session,
          },
          body: JSON.stringify(body),
        })
      const opened = await ask({
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: {
          protocolVersion: '2025-03-26',
          capabilities: {},
          clientInfo: { name: 'old', version: '1' },
        },
      })
      await opened.text()
      const batch = [
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait' } },
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      ]
      const id = opened.headers.get('mcp-session-id')
      const response = await ask(batch, id === null ? {} : { 'Mcp-Session-Id': id })
      await close()
      expect(await response.text()).not.toContain('"id":1')
    },
  )

  it('does not wait for a connection that asks for nothing', async () => {
    const { url, close } = await serve()
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const ended = once(socket.resume(), 'close')
    await fetch(`${url}/healthz`)
    await close()
    await ended
  })

  it('does not wait for a client that stalls', async () => {
    const { url, close } = await serve({ requestTimeoutMs: 50 })
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write('POST /api/echo HTTP/1.1\r\nHost: localhost\r\n')
    await once(socket, 'connect')
    // Resumed so that the end of the connection is noticed.
    const ended = once(socket.resume(), 'close')
    await fetch(`${url}/healthz`)
    await close()
    await ended
  })
})

describe('where a server listens', () => {
  it('is another port when the default one is taken', async () => {
    const first = await serve({ port: undefined })
    const second = await serve({ port: undefined })
    expect(second.url).not.toBe(first.url)
    expect((await fetch(`${second.url}/healthz`)).status).toBe(200)
  })

  it('is not another port when the one asked for is taken', async () => {
    const blocker = createServer().listen(0, '127.0.0.1')
    await once(blocker, 'listening')
    // The cast names what listening on a port gives.
    const { port } = blocker.address() as AddressInfo
    await expect(serve({ port })).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is taken. Stop what listens there, or give another port`,
    )
    blocker.close()
  })

  it.each(['0.0.0.0', '::', '192.0.2.1', 'example.com', '127.evil.example'])(
    'is not %s, because other machines could call',
    async (host) => {
      await expect(serve({ host })).rejects.toThrow(
        `Refused to listen on ${host}: callers are not authenticated`,
      )
    },
  )

  it('is open to other machines when that is allowed, under any host name', async () => {
    const { url } = await serve({ host: '0.0.0.0', allowRemote: true })
    const reachable = url.replace('0.0.0.0', '127.0.0.1')
    expect(
      (await send(`${reachable}/api/echo`, { headers: { host: 'tools.example' } })).status,
    ).toBe(200)
  })

  it('must be an address of this machine', async () => {
    await expect(serve({ host: '192.0.2.1', allowRemote: true })).rejects.toThrow(
      "'192.0.2.1' is not an address of this machine.",
    )
  })
})
