import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { type HttpServer, serveHttp } from './serve-http.ts'

const ping = defineTool({
  name: 'ping',
  summary: 'Answer.',
  output: z.object({ up: z.boolean() }),
  effect: 'read',
  run: () => ok({ up: true }),
})
const server = defineServer({ name: 'fixture', version: '1.0.0', tools: [ping], log: silentLog })

/** One server answers for the names of this machine, the other for any name. */
const served: HttpServer[] = []
beforeAll(async () => {
  const host = '0.0.0.0'
  served.push(
    await serveHttp(server, { port: 0 }),
    await serveHttp(server, { port: 0, host, allowRemote: true }),
  )
})
afterAll(async () => {
  await Promise.all(served.map((http) => http.close()))
})

async function send(request: string, { url }: Pick<HttpServer, 'url'>): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.end(request)
  return text(socket)
}

const body = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'ping' },
})

interface Target {
  /** Stands before the path. */
  readonly before?: string
  readonly version?: string
  readonly headers: readonly string[]
}

const faces = {
  REST: ({ before = '', version = 'HTTP/1.1', headers }: Target) =>
    [`GET ${before}/api/ping ${version}`, ...headers, 'Connection: close', '', ''].join('\r\n'),
  MCP: ({ before = '', version = 'HTTP/1.1', headers }: Target) =>
    [
      `POST ${before}/mcp ${version}`,
      ...headers,
      'Connection: close',
      'Content-Type: application/json',
      'Accept: application/json, text/event-stream',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n'),
}

const bad: Readonly<Record<string, Target>> = {
  'an empty host': { headers: ['Host:'] },
  'no host': { version: 'HTTP/1.0', headers: [] },
  'two hosts': { headers: ['Host: localhost', 'Host: evil.example'] },
  'one host twice': { headers: ['Host: localhost', 'Host: localhost'] },
  'a port that cannot be': { headers: ['Host: 127.0.0.1:99999'] },
  'a port without digits': { headers: ['Host: localhost:'] },
  'a host with a path': { headers: ['Host: localhost/x'] },
  'a host with a user': { headers: ['Host: me@localhost'] },
  'a whole URL under a foreign host': {
    before: 'http://localhost',
    headers: ['Host: evil.example'],
  },
  'a whole URL of a foreign host': {
    before: 'http://evil.example',
    headers: ['Host: localhost'],
  },
  'a URL of another kind': { before: 'ftp://localhost', headers: ['Host: localhost'] },
}

const good: Readonly<Record<string, Target>> = {
  'a name': { headers: ['Host: localhost'] },
  'an address of IPv6 with a port': { headers: ['Host: [::1]:65535'] },
  'a name in capitals': { headers: ['Host: LocalHost:80'] },
  'the whole URL of its host': {
    before: 'http://localhost:8808',
    headers: ['Host: LOCALHOST:8808'],
  },
  'a host in an old version': { version: 'HTTP/1.0', headers: ['Host: localhost'] },
}

describe.each(Object.entries(faces))('%s', (_, write) => {
  it.each(Object.entries(bad))('refuses %s', async (_, target) => {
    for (const http of served) {
      const answer = await send(write(target), http)
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      expect(answer).toMatch(/does not name the one host|other than a path of its Host/)
    }
  })

  it.each(Object.entries(good))('takes %s', async (_, target) => {
    for (const http of served) {
      const answer = await send(write(target), http)
      expect(answer).toMatch(/^HTTP\/1\.1 200 /)
      expect(answer).toContain('up')
    }
  })
})

describe('health', () => {
  it('is told to who names no host, as some balancers do', async () => {
    for (const http of served) {
      for (const path of ['/healthz', '/readyz']) {
        expect(await send(`GET ${path} HTTP/1.0\r\n\r\n`, http)).toMatch(/^HTTP\/1\.1 200 /)
      }
    }
  })
})
