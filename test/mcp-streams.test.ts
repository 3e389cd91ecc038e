import { once } from 'node:events'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { type Socket, connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as FirstStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as FirstHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { defineServer, defineTool, ok } from 'toolaccord'
import { type HttpServer, serveHttp } from 'toolaccord/node'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { clientInfo, noLog, root } from './fixtures/mcp-connections.ts'

const second = () => new Client(clientInfo, { versionNegotiation: { mode: 'legacy' } })

type OnProgress = (report: { readonly progress: number }) => void

/** Calls a tool with an official client of either generation. */
function callTool(client: Client | FirstClient, name: string, onprogress: OnProgress) {
  const params = { name, arguments: {} }
  if (client instanceof FirstClient) return client.callTool(params, undefined, { onprogress })
  return client.callTool(params, { onprogress })
}

describe('progress over standard input and output', () => {
  const source = `
import { defineServer, defineTool, ok } from 'toolaccord'
import * as z from 'zod'
const count = defineTool({
  name: 'count',
  summary: 'Count at once.',
  output: z.object({ done: z.boolean() }),
  effect: 'read',
  run(_, call) {
    for (const step of [1, 2, 3]) call.progress(step, 3)
    return ok({ done: true })
  },
})
export const server = defineServer({ name: 'counting', version: '1.0.0', tools: [count] })
`
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolaccord-'))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'server.mjs'), source)
  })
  afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }))

  const toChild = () => ({
    command: process.execPath,
    args: [
      join(root, 'packages/toolaccord/bin/toolaccord.js'),
      'serve',
      join(folder, 'server.mjs'),
      '--stdio',
    ],
    stderr: 'ignore' as const,
  })

  // A machine under load may hand two writes to the client in one read, whatever the server does.
  it.each([
    [
      'of the first generation',
      async () => {
        const client = new FirstClient(clientInfo)
        await client.connect(new FirstStdioTransport(toChild()))
        return client
      },
    ],
    [
      'of the second generation',
      async () => {
        const client = second()
        await client.connect(new StdioClientTransport(toChild()))
        return client
      },
    ],
  ])('reaches a client %s: all of it', { retry: 4 }, async (_, open) => {
    const client = await open()
    try {
      const seen: number[] = []
      await callTool(client, 'count', ({ progress }) => seen.push(progress))
      expect(seen).toEqual([1, 2, 3])
    } finally {
      await client.close()
    }
  })
})

/** A proxy whose connections can be cut. */
async function createProxy(port: number) {
  const sockets = new Set<Socket>()
  const proxy = createServer((socket) => {
    const target = connect(port, '127.0.0.1')
    for (const one of [socket, target]) {
      sockets.add(one)
      one.on('error', () => {})
      one.once('close', () => sockets.delete(one))
    }
    socket.pipe(target).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port: own } = proxy.address() as AddressInfo
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return { url: new URL(`http://127.0.0.1:${own}/mcp`), cut, close: () => proxy.close() }
}

describe('a client whose connection is cut during a call', () => {
  const closers: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  })

  /** A server with a tool that tells when it is halfway, and then waits. */
  async function serveSteps(): Promise<HttpServer & { readonly goOn: () => void }> {
    let goOn = () => {}
    const halfway = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const steps = defineTool({
      name: 'steps',
      summary: 'Go four steps.',
      output: z.object({ done: z.boolean() }),
      effect: 'read',
      async run(_, call) {
        call.progress(1, 4)
        await halfway
        for (const step of [2, 3, 4]) call.progress(step, 4)
        return ok({ done: true })
      },
    })
    const server = defineServer({ name: 'steps', version: '1.0.0', tools: [steps], log: noLog })
    const http = await serveHttp(server, { port: 0, mcp: { sessions: true } })
    closers.push(http.close)
    return { ...http, goOn }
  }

  it.each([
    [
      'of the first generation',
      async (url: URL) => {
        const client = new FirstClient(clientInfo)
        await client.connect(new FirstHttpTransport(url))
        return client
      },
    ],
    [
      'of the second generation',
      async (url: URL) => {
        const client = second()
        await client.connect(new StreamableHTTPClientTransport(url))
        return client
      },
    ],
  ])('gets what it missed, once: %s', async (_, open) => {
    const http = await serveSteps()
    const proxy = await createProxy(Number(new URL(http.url).port))
    closers.push(proxy.close)
    const client = await open(proxy.url)
    closers.push(() => client.close())
    const seen: number[] = []
    let cutOnce = () => {
      proxy.cut()
      http.goOn()
    }
    const result = await callTool(client, 'steps', ({ progress }) => {
      seen.push(progress)
      cutOnce()
      cutOnce = () => {}
    })
    expect(seen).toEqual([1, 2, 3, 4])
    expect(result.structuredContent).toMatchObject({ success: true, data: { done: true } })
  })
})
