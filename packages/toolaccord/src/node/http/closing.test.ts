import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { gate } from '../../../test/gate.ts'
import { defineTool } from '../../define/tool.ts'
import { type Logger, silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { type HttpOptions, type HttpServer, serveHttp } from './serve-http.ts'

const length = 8_000_000

/** A server with a large answer, and one that comes when it is released. */
function createFixture() {
  const started = gate()
  const release = gate()
  const big = defineTool({
    name: 'big',
    summary: 'Answer with a lot.',
    output: z.object({ text: z.string() }),
    effect: 'read',
    run: () => ok({ text: 'x'.repeat(length) }),
  })
  const wait = defineTool({
    name: 'wait',
    summary: 'Answer when released.',
    output: z.object({ done: z.boolean() }),
    effect: 'read',
    async run() {
      started.open()
      await release.passed
      return ok({ done: true })
    },
  })
  const ended: unknown[] = []
  const log: Logger = {
    ...silentLog,
    isOn: (level) => level === 'info',
    info: (_, fields) => {
      ended.push(fields)
    },
  }
  const server = defineServer({ name: 'fixture', version: '1.0.0', tools: [big, wait], log })
  return { server, ended, started: started.passed, release: release.open }
}

const sockets: Socket[] = []
const served: HttpServer[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(served.splice(0).map((http) => http.close()))
})

async function serve(options: HttpOptions = {}) {
  const fixture = createFixture()
  const http = await serveHttp(fixture.server, { port: 0, ...options })
  served.push(http)
  return { ...fixture, ...http }
}

const message = (name: string) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } })

const faces = {
  REST: (name: string) => `GET /api/${name} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  MCP: (name: string) =>
    'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
    'Accept: application/json, text/event-stream\r\n' +
    `Content-Length: ${message(name).length}\r\n\r\n${message(name)}`,
}

/** Sends a request over a socket that is read by hand. */
async function send(url: string, request: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  socket.write(request)
  await once(socket, 'readable')
  return socket
}

/** Reads one piece after another, with a pause after each, until the server ends. */
async function readSlowly(socket: Socket, pauseMs = 5): Promise<string> {
  let text = ''
  for await (const chunk of socket.setEncoding('latin1')) {
    text += String(chunk)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return text
}

function bodyOf(text: string) {
  const [head = '', body = ''] = text.split(/\r\n\r\n([^]*)/)
  const announced = Number(/content-length: (\d+)/i.exec(head)?.[1])
  return { body, announced }
}

describe.each(Object.entries(faces))('closing while a client of %s reads slowly', (_, ask) => {
  it('delivers the whole answer', async () => {
    const { url, close } = await serve()
    const socket = await send(url, ask('big'))
    const closed = close()
    const { body, announced } = bodyOf(await readSlowly(socket))
    expect(announced).toBeGreaterThan(length)
    expect(body.length).toBe(announced)
    await closed
  })

  it('ends the connection of a client that never reads when the time is up', async () => {
    const { url, close } = await serve({ closeMs: 200 })
    const socket = await send(url, ask('big'))
    await close()
    const { body, announced } = bodyOf(await readSlowly(socket, 0))
    expect(body.length).toBeLessThan(announced)
  })

  it('gives up on a tool that hangs when the time is up', async () => {
    const { url, started, ended, close } = await serve({ closeMs: 100 })
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => {})
    socket.write(ask('wait'))
    await started
    await close()
    expect(await readSlowly(socket)).toBe('')
    expect(ended).toMatchObject([{ tool: 'wait', outcome: 'failure', code: 'CANCELLED' }])
  })
})

describe('while a call keeps the server from closing', () => {
  it('is not ready, is alive, and refuses everything else', async () => {
    const { url, started, release, close } = await serve()
    const call = fetch(`${url}/api/wait`)
    await started
    const closed = close()
    const ready = await fetch(`${url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'draining' }])
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const rest = await fetch(`${url}/api/wait`)
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json' }
    const mcp = await fetch(`${url}/mcp`, { method: 'POST', headers, body: message('wait') })
    for (const { status, headers } of [rest, mcp]) {
      expect([status, headers.get('retry-after'), headers.get('connection')]).toEqual([
        503,
        '1',
        'close',
      ])
    }
    const refused = 'The server is closing and takes no new requests.'
    expect(await rest.json()).toMatchObject({ success: false, error: refused })
    expect(await mcp.json()).toMatchObject({ id: null, error: { code: -32_000, message: refused } })
    release()
    expect(await (await call).json()).toMatchObject({ success: true, data: { done: true } })
    await closed
    await expect(fetch(`${url}/readyz`)).rejects.toThrow()
  })

  it('goes on to take requests for drainMs, on connections that end with their answers', async () => {
    const http = await serve({ drainMs: 400 })
    const closed = http.close()
    const ready = await fetch(`${http.url}/readyz`)
    const health = await fetch(`${http.url}/healthz`)
    const page = await fetch(`${http.url}/`)
    expect([ready.status, health.status, page.status]).toEqual([503, 200, 200])
    expect(page.headers.get('connection')).toBe('close')
    await closed
    await expect(fetch(`${http.url}/healthz`)).rejects.toThrow()
  })

  it('has one limit of time, which drainMs is a part of', async () => {
    const { url, started, close } = await serve({ drainMs: 1400, closeMs: 1600 })
    fetch(`${url}/api/wait`).catch(() => {})
    await started
    const limit = new Promise((resolve) => setTimeout(resolve, 2900, 'late'))
    const closed = close().then(() => 'closed')
    expect(await Promise.race([closed, limit])).toBe('closed')
  })

  it('does not take a drainMs that leaves no time to close', async () => {
    await expect(serve({ drainMs: 10_000 })).rejects.toThrow(
      'drainMs: 10000 is not less than closeMs, which is 10000; raise closeMs.',
    )
    const { url } = await serve({ drainMs: 0, closeMs: 0 })
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })

  it('lets the client cancel that call, and takes no new call of its session', async () => {
    const { url, started, close } = await serve({ mcp: { sessions: true } })
    const session: Record<string, string> = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    }
    const post = (body: object) =>
      fetch(`${url}/mcp`, {
        method: 'POST',
        headers: session,
        body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      })
    const opened = await post({
      id: 0,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'old', version: '1' },
      },
    })
    await opened.text()
    session['Mcp-Session-Id'] = opened.headers.get('mcp-session-id') ?? ''
    const call = await post({ id: 1, method: 'tools/call', params: { name: 'wait' } })
    await started
    const closed = close()
    expect((await post({ id: 2, method: 'tools/list' })).status).toBe(503)
    const cancel = { method: 'notifications/cancelled', params: { requestId: 1 } }
    expect((await post(cancel)).status).toBe(202)
    await call.text()
    await closed
  })

  it.each([-1, 1.5, Number.NaN, 2 ** 31])('does not take %s as closeMs', async (closeMs) => {
    await expect(serve({ closeMs })).rejects.toThrow(`closeMs: ${closeMs} is not`)
  })
})
