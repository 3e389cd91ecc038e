import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { type HttpServer, serveHttp } from './serve-http.ts'
import type { HttpLimits } from './to-http-limits.ts'

const sockets: Socket[] = []
const served: HttpServer[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(served.splice(0).map((http) => http.close()))
})

/** The bytes of one answer; more than the buffers of a system hold for a client. */
const answerBytes = 16_000_000

async function serve(limits: HttpLimits, closeMs = 0) {
  const ran: string[] = []
  const output = z.object({ text: z.string() })
  const make = (name: string, text: (id: string) => string) =>
    defineTool({
      name,
      summary: 'Answer.',
      input: z.object({ id: z.string().default('') }),
      output,
      effect: 'read',
      run({ id }) {
        ran.push(id)
        return ok({ text: text(id) })
      },
    })
  const tools = [
    make('small', (id) => `<${id}>`),
    make('page', () => 'x'.repeat(10_000)),
    make('big', () => 'x'.repeat(answerBytes)),
  ]
  const warned: string[] = []
  const log = { ...silentLog, warn: (message: string) => warned.push(message) }
  const http = await serveHttp(defineServer({ name: 'fixture', version: '1.0.0', tools, log }), {
    port: 0,
    limits,
    closeMs,
  })
  served.push(http)
  return { url: http.url, close: http.close, ran, warned }
}

const message = (name: string, id: string) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: { id } } })

const faces = {
  REST: (name: string, id = '') =>
    `GET /api/${name}?id=${id} HTTP/1.1\r\nHost: localhost\r\nPadding: ${'.'.repeat(900)}\r\n\r\n`,
  MCP: (name: string, id = '') =>
    'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
    `Accept: application/json, text/event-stream\r\nPadding: ${'.'.repeat(900)}\r\n` +
    `Content-Length: ${message(name, id).length}\r\n\r\n${message(name, id)}`,
}

/** Opens a connection that reads only when it is told to. */
function open(url: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  sockets.push(socket)
  return socket.on('error', () => {})
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(20)
}

describe.each(Object.entries(faces))('clients of %s that never read', (_, ask) => {
  it('are ended', async () => {
    const { url, close } = await serve({ stallMs: 300 }, 2_147_483_647)
    const clients = Array.from({ length: 3 }, () => open(url))
    for (const client of clients) client.write(ask('big'))
    await Promise.all(clients.map((client) => once(client, 'readable')))
    // Resolves when every client has its answer, or is ended.
    await close()
    const heard = await Promise.all(clients.map((client) => text(client).catch(() => '')))
    for (const { length } of heard) expect(length).toBeLessThan(answerBytes)
  })

  it('make the server hold only so much', async () => {
    const { url, ran, warned } = await serve({ bytes: 3 * answerBytes })
    const clients = []
    for (let n = 0; n < 12; n++) {
      const client = open(url)
      client.write(ask('big'))
      await once(client, 'readable')
      clients.push(client)
      // Longer than it takes until the next measurement.
      await pause(150)
    }
    expect(ran.length).toBeGreaterThanOrEqual(2)
    expect(ran.length).toBeLessThanOrEqual(4)
    expect(warned).toContain('requests are refused until clients have read more')
    const refused = clients.slice(ran.length)
    for (const client of refused) client.end()
    for (const answer of await Promise.all(refused.map((client) => text(client)))) {
      expect(answer).toMatch(/^HTTP\/1\.1 503 .*\r\n[^]*retry-after: 1\r\n/i)
      expect(answer).toContain('The server has too much to send and takes no new requests.')
    }
    const few = clients.slice(0, ran.length)
    await Promise.all(few.map((client) => once(client.end().resume(), 'close')))
    await until(async () => (await fetch(`${url}/api/small`)).status === 200)
  })

  it('and send 40,000 requests at once get few of them read', async () => {
    const { url, ran } = await serve({ stallMs: 60_000 })
    const client = open(url)
    const sent = 40_000
    const requests = ask('page').repeat(100)
    for (let n = 0; n < sent / 100; n++) client.write(requests)
    await once(client, 'readable')
    let before = -1
    await until(async () => {
      const isStill = ran.length === before
      before = ran.length
      await pause(200)
      return isStill
    })
    expect(ran.length).toBeLessThan(sent / 10)
    expect(client.writableLength).toBeGreaterThan(0)
    expect((await fetch(`${url}/api/small`)).status).toBe(200)
  })
})

describe.each(Object.entries(faces))('clients of %s that read', (_, ask) => {
  it('get the answers to all that they send at once, in order', async () => {
    const { url } = await serve({})
    const client = open(url)
    const ids = Array.from({ length: 500 }, (_, n) => `n${n}`)
    for (const id of ids) client.write(ask('small', id))
    let heard = ''
    for await (const chunk of client.setEncoding('utf8')) {
      heard += String(chunk)
      if (heard.includes('<n499>')) break
    }
    const answered = [...heard.matchAll(/"text":"<(n\d+)>"/g)].map(([, id]) => id)
    expect(answered).toEqual(ids)
  })

  it('slowly are not ended', async () => {
    const { url } = await serve({ stallMs: 2000 })
    const client = open(url)
    client.write(ask('big').replace('Host', 'Connection: close\r\nHost'))
    let length = 0
    for await (const chunk of client) {
      length += Buffer.from(chunk).length
      await pause(20)
    }
    expect(length).toBeGreaterThan(answerBytes)
  })
})

describe('connections', () => {
  it('are refused over the limit, and let in when another has ended', async () => {
    const { url } = await serve({ connections: 2, connectionsPerAddress: 2 })
    const [first, second] = [open(url), open(url)]
    await Promise.all([once(first, 'connect'), once(second, 'connect')])
    // Nothing is sent, so that nothing unread resets the connection.
    const refused = await text(open(url))
    expect(refused).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: 1\r\n/)
    first.destroy()
    await until(async () => {
      const third = open(url)
      third.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
      return (await text(third).catch(() => '')).startsWith('HTTP/1.1 200')
    })
  })

  it('of one address are half of all', async () => {
    const { url } = await serve({ connections: 4 })
    const held = [open(url), open(url)]
    await Promise.all(held.map((socket) => once(socket, 'connect')))
    expect(await text(open(url))).toMatch(/^HTTP\/1\.1 503 /)
  })

  it('are kept while a call is running that takes longer than a client may stall', async () => {
    const slow = defineTool({
      name: 'slow',
      summary: 'Answer late.',
      output: z.object({}),
      effect: 'read',
      run: () => pause(600).then(() => ok({})),
    })
    const server = defineServer({ name: 'a', version: '1.0.0', tools: [slow], log: silentLog })
    const http = await serveHttp(server, { port: 0, limits: { stallMs: 50 } })
    served.push(http)
    expect((await fetch(`${http.url}/api/slow`)).status).toBe(200)
  })
})

describe('the heap', () => {
  it('is a reason to refuse requests if it has a limit', async () => {
    const { url, ran } = await serve({ heapBytes: 1 })
    const refused = await fetch(`${url}/api/small`)
    expect([refused.status, refused.headers.get('retry-after'), ran]).toEqual([503, '1', []])
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  })
})

describe('limits', () => {
  it.each([
    { connections: 0 },
    { connectionsPerAddress: 1.5 },
    { bytes: -1 },
    { heapBytes: Number.NaN },
    { stallMs: 2 ** 31 },
  ])('that cannot be are refused: %o', async (limits) => {
    const [name = ''] = Object.keys(limits)
    await expect(serve(limits)).rejects.toThrow(`limits.${name}: `)
  })
})
