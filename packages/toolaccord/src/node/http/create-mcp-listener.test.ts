import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { gate } from '../../../test/gate.ts'
import {
  call,
  callHeaders,
  expectAlive,
  firstOf,
  open,
  send,
  toCall,
} from '../../../test/http-requests.ts'
import { defineTool } from '../../define/tool.ts'
import { createMcpLanes } from '../../faces/mcp/create-mcp-lanes.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { type McpListenerOptions, createMcpListener } from './create-mcp-listener.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

async function listen(options: Partial<McpListenerOptions> = {}) {
  const started = gate()
  const aborted = gate()
  const echo = defineTool({
    name: 'echo',
    summary: 'Say it again.',
    input: z.object({ text: z.string() }),
    output: z.object({ text: z.string() }),
    effect: 'read',
    run: ({ text }) => ok({ text }),
  })
  const count = defineTool({
    name: 'count',
    summary: 'Count to three, and stumble.',
    output: z.object({ done: z.boolean() }),
    effect: 'read',
    run(_, call) {
      for (const step of [1, 1, 2, 0, 3]) call.progress(step, 3)
      return ok({ done: true })
    },
  })
  const wait = defineTool({
    name: 'wait',
    summary: 'Wait for the end of the call.',
    output: z.null(),
    effect: 'read',
    async run(_, call) {
      const ended = once(call.signal, 'abort')
      started.open()
      await ended
      aborted.open()
      return ok(null)
    },
  })
  const server = defineServer({
    name: 'fixture',
    version: '1.0.0',
    tools: [echo, count, wait],
    log: silentLog,
    limits: { bodyBytes: 10_000 },
    newId: () => 'r1',
  })
  const lanes = createMcpLanes(server)
  const node = createServer(
    createMcpListener(lanes, {
      bodyBytes: server.limits.bodyBytes,
      hosts: ['127.0.0.1', 'localhost', '[::1]'],
      ...options,
    }).serve,
  ).listen(0, '127.0.0.1')
  await once(node, 'listening')
  closers.push(async () => {
    node.closeAllConnections()
    node.close()
    await lanes.close()
  })
  // The cast names what listening on a port gives.
  const { port } = node.address() as AddressInfo
  return { port, node, started: started.passed, aborted: aborted.passed }
}

/** The head of a request, but for how long its body is. */
const postHead = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

describe('a request', () => {
  it('is answered in either lane', async () => {
    const { port } = await listen()
    await expectAlive(port)
    const streamed = await call(port, {}, 'count', toCall('count', {}, { progressToken: 'p' }))
    expect(streamed).toMatchObject({ status: 200, type: 'text/event-stream' })
    expect([...streamed.body.matchAll(/"progress":(\d)/g)].map(([, step]) => step)).toEqual([
      '1',
      '2',
      '3',
    ])
    expect(streamed.body).toContain('"done":true')
  })

  it('with text beyond ASCII keeps it, in pieces that cut characters', async () => {
    const { port } = await listen()
    const bytes = Buffer.from(toCall('echo', { text: 'żółć 🎈' }))
    const socket = await open(
      port,
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${Object.entries(callHeaders('echo'))
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}Connection: close\r\nContent-Length: ${bytes.length}\r\n\r\n`,
    )
    for (const byte of bytes) socket.write(Buffer.of(byte))
    expect(await text(socket)).toContain('żółć 🎈')
  })

  it.each(['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    'by %s is refused',
    async (method) => {
      const { port } = await listen()
      const { status } = await send(port, { method })
      expect(status).toBe(405)
      await expectAlive(port)
    },
  )

  it.each([
    ['of another type', { 'content-type': 'text/plain' }, 415, -32_000],
    ['for another revision', { 'mcp-protocol-version': '2026-01-01' }, 400, -32_020],
    [
      'with a method in its header that is not its own',
      { 'mcp-method': 'tools/list' },
      400,
      -32_020,
    ],
    ['with a name in its header that is not its own', { 'mcp-name': 'count' }, 400, -32_020],
  ])('%s is refused', async (_, headers, status, code) => {
    const { port } = await listen()
    const answer = await call(port, headers)
    expect({ ...answer, body: JSON.parse(answer.body) as unknown }).toMatchObject({
      status,
      type: 'application/json',
      body: { jsonrpc: '2.0', error: { code } },
    })
    await expectAlive(port)
  })

  it.each([
    ['no JSON', '{"jsonrpc":', 400, -32_700],
    ['nothing', '', 400, -32_700],
    ['a batch', `[${toCall('echo', { text: 'hi' })}]`, 400, -32_600],
    ['null', 'null', 400, -32_600],
    ['an answer of the wrong form', '{"jsonrpc":"2.0","id":1}', 400, -32_600],
  ])('whose body is %s is refused', async (_, body, status, code) => {
    const { port } = await listen()
    const answer = await call(port, {}, 'echo', body)
    expect({ ...answer, body: JSON.parse(answer.body) as unknown }).toMatchObject({
      status,
      body: { jsonrpc: '2.0', error: { code } },
    })
    await expectAlive(port)
  })

  it('with a body over the limit is refused', async () => {
    const { port } = await listen()
    const tooLong = toCall('echo', { text: 'x'.repeat(10_000) })
    for (const body of [tooLong, [tooLong.slice(0, 9000), tooLong.slice(9000)]]) {
      const { status, body: refused } = await call(port, {}, 'echo', body)
      expect({ status, refused: JSON.parse(refused) as unknown }).toMatchObject({
        status: 413,
        refused: { jsonrpc: '2.0', id: null, error: { code: -32_000 } },
      })
    }
    await expectAlive(port)
  })

  it('that announces a body over the limit is refused before the body is there', async () => {
    const { port } = await listen()
    const socket = await open(port, `${postHead}Content-Length: 1000000000\r\n\r\n{`)
    expect(await firstOf(socket)).toMatch(/^HTTP\/1.1 413 /)
    socket.destroy()
    await expectAlive(port)
  })

  it('whose body does not end is refused once it is over the limit', async () => {
    const { port } = await listen()
    const socket = await open(port, `${postHead}Transfer-Encoding: chunked\r\n\r\n`)
    const chunk = `1000\r\n${' '.repeat(0x1000)}\r\n`
    socket.write(chunk.repeat(4))
    expect(await firstOf(socket)).toMatch(/^HTTP\/1.1 413 /)
    socket.destroy()
    await expectAlive(port)
  })
})

describe('the host and the origin', () => {
  it.each(['localhost', 'localhost:1', '127.0.0.1:65535', '[::1]:80'])(
    'may be %s',
    async (host) => {
      const { port } = await listen()
      expect(await call(port, { host })).toMatchObject({ status: 200 })
    },
  )

  it.each([
    'evil.example',
    'localhost.evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    'localhost:80:80',
    'user@localhost',
  ])('may not be %j', async (host) => {
    const { port } = await listen()
    const { status, body } = await call(port, { host })
    expect(status).toBe(403)
    expect(JSON.parse(body)).toMatchObject({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32_000, data: { code: 'FORBIDDEN' } },
    })
  })

  it.each(['localhost:99999', 'localhost:00000000000000000080', 'localhost:'])(
    'is not taken for a URL when it is %s',
    async (host) => {
      const { port } = await listen()
      for (const method of ['GET', 'POST'])
        expect((await send(port, { method, headers: { host } })).status).toBeGreaterThanOrEqual(400)
      await expectAlive(port)
    },
  )

  it('may be anything if no hosts are given, even what is not a host', async () => {
    const { port } = await listen({ hosts: undefined })
    expect(await call(port, { host: 'tools.example' })).toMatchObject({ status: 200 })
    for (const host of ['a b', '%', '[', 'a/b?c#d', '\\', ':', '@'])
      expect(
        (await send(port, { method: 'GET', headers: { host } })).status,
      ).toBeGreaterThanOrEqual(400)
    await expectAlive(port)
  })

  it('is the origin of a page of another site', async () => {
    const { port } = await listen()
    for (const origin of [
      'https://evil.example',
      'null',
      '',
      'http://localhost:1',
      'nonsense',
      `http://localhost:${port}.evil.example`,
    ]) {
      expect(await call(port, { host: `localhost:${port}`, origin }), origin).toMatchObject({
        status: 403,
      })
    }
    expect(
      await call(port, { host: `localhost:${port}`, origin: `http://localhost:${port}` }),
    ).toMatchObject({ status: 200 })
  })

  it('is an origin that is allowed', async () => {
    const { port } = await listen({ cors: { origins: ['https://pages.example'] } })
    expect(await call(port, { origin: 'https://pages.example' })).toMatchObject({ status: 200 })
    expect(await call(port, { origin: 'https://other.example' })).toMatchObject({ status: 403 })
    const any = await listen({ cors: true })
    expect(await call(any.port, { origin: 'https://other.example' })).toMatchObject({ status: 200 })
  })
})

describe('a client', () => {
  it.each([
    ['a plain call', {}],
    ['a call that reports progress', { progressToken: 1 }],
  ])('that hangs up during %s cancels it', async (_, meta) => {
    const { port, started, aborted } = await listen()
    const controller = new AbortController()
    const answer = fetch(`http://127.0.0.1:${port}/mcp`, {
      method: 'POST',
      headers: callHeaders('wait'),
      body: toCall('wait', {}, meta),
      signal: controller.signal,
    })
    await started
    controller.abort()
    await expect(answer).rejects.toThrow('aborted')
    await aborted
    await expectAlive(port)
  })

  it('that hangs up within its request is forgotten', async () => {
    const { port, node } = await listen()
    for (const bytes of [
      'PO',
      postHead,
      `${postHead}Content-Length: 100\r\n\r\n`,
      `${postHead}Content-Length: 100\r\n\r\n{"jsonrpc"`,
      `${postHead}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":`,
    ]) {
      const socket = await open(port, bytes)
      socket.destroy()
      await once(socket, 'close')
    }
    await expectAlive(port)
    node.closeIdleConnections()
    const [count] = await new Promise<[number]>((resolve) =>
      node.getConnections((_, found) => resolve([found])),
    )
    expect(count).toBeLessThanOrEqual(1)
  })

  it('that never reads does not slow down others', async () => {
    const { port } = await listen()
    const body = toCall('echo', { text: 'x'.repeat(9000) })
    const one = `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${Object.entries(callHeaders('echo'))
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}Content-Length: ${body.length}\r\n\r\n${body}`
    const socket = await open(port, '')
    socket.pause()
    socket.write(one.repeat(200))
    await expectAlive(port)
    socket.destroy()
    await expectAlive(port)
  })
})
