import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createAuthenticator, hashKey } from '../../auth/index.ts'
import { defineResource } from '../../define/resource.ts'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { warnOfScopes } from './authenticator-from-env.ts'
import { type HttpOptions, type HttpServer, serveHttp } from './serve-http.ts'

function createServer() {
  const saved: string[] = []
  const save = defineTool({
    name: 'save',
    summary: 'Save.',
    output: z.object({ by: z.string() }),
    effect: 'write',
    scopes: ['notes:write'],
    run(_, call) {
      const by = call.caller?.id ?? 'nobody'
      saved.push(by)
      return ok({ by })
    },
  })
  const wipe = defineTool({
    name: 'wipe',
    summary: 'Wipe.',
    output: z.object({}),
    effect: 'write',
    scopes: ['notes:write', 'notes:admin'],
    run: () => ok({}),
  })
  const board = defineResource({
    uri: 'notes://board',
    path: '/board',
    name: 'board',
    scopes: ['notes:read'],
    read: (_, call) => ({ text: call.caller?.id ?? 'nobody' }),
  })
  const server = defineServer({
    name: 'notes',
    version: '1.0.0',
    tools: [save, wipe],
    resources: [board],
    log: silentLog,
  })
  return { server, saved }
}

const open: HttpServer[] = []
const localScopes = ['notes:read', 'notes:write']

async function serve(options: HttpOptions = { localScopes }) {
  const { server, saved } = createServer()
  const http = await serveHttp(server, { port: 0, ...options })
  open.push(http)
  return { url: http.url, saved }
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((http) => http.close()))
})

/** With node:http, because fetch may not set `Host` or `Origin`. */
async function post(url: string, headers: Record<string, string>, body = '') {
  const sent = request(url, { method: 'POST', headers })
  sent.end(body)
  // The cast names what the event of this name brings.
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: await text(response) }
}

const json = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }

const mcpCall = (name: string) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } })

describe('whoever calls a local server without a token', () => {
  it('has the local scopes, for tools and resources, over REST and MCP', async () => {
    const { url, saved } = await serve()
    expect(await post(`${url}/api/save`, {})).toMatchObject({ status: 200 })
    const board = await fetch(`${url}/board`)
    expect(await board.text()).toBe('local')
    const called = await post(`${url}/mcp`, json, mcpCall('save'))
    expect(called.body).toContain('"by":"local"')
    expect(saved).toEqual(['local', 'local'])
  })

  it('is refused what needs more, and told by which option', async () => {
    const { url } = await serve()
    const answers = [
      await post(`${url}/api/wipe`, {}),
      await post(`${url}/mcp`, json, mcpCall('wipe')),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(403)
      expect(body).toContain('lack the scope notes:admin')
      expect(body).toContain('localScopes')
    }
  })

  it('has no scopes without the option', async () => {
    const { url } = await serve({})
    expect(await post(`${url}/api/save`, {})).toMatchObject({ status: 401 })
  })

  it('cannot write from a page of another origin, or under a foreign host name', async () => {
    const { url, saved } = await serve()
    const own = new URL(url).host
    const foreign: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: 'http://localhost:1' },
      { Host: 'evil.example', Origin: 'http://evil.example' },
      { Host: `evil.example:${new URL(url).port}` },
    ]
    for (const headers of foreign) {
      expect(await post(`${url}/api/save`, headers)).toMatchObject({ status: 403 })
      const called = await post(`${url}/mcp`, { ...json, ...headers }, mcpCall('save'))
      expect(called.status).toBe(403)
    }
    expect(saved).toEqual([])
    expect(await post(`${url}/api/save`, { Origin: `http://${own}` })).toMatchObject({
      status: 200,
    })
  })

  it('needs a token if there is an authenticator, whatever the local scopes are', async () => {
    const key = crypto.randomUUID()
    const authenticator = createAuthenticator({
      keys: [{ id: 'machine', hash: await hashKey(key), scopes: ['notes:write'] }],
    })
    const { url, saved } = await serve({ localScopes, authenticator, allowRemote: true })
    expect(await post(`${url}/api/save`, {})).toMatchObject({ status: 401 })
    const headers = { Authorization: `Bearer ${key}` }
    expect(await post(`${url}/api/save`, headers)).toMatchObject({ status: 200 })
    expect(saved).toEqual(['machine'])
  })
})

describe('a server with local scopes', () => {
  it.each<[string, HttpOptions, RegExp]>([
    ['a host that is not loopback', { host: '0.0.0.0', allowRemote: true }, /on 0\.0\.0\.0 other/],
    ['allowRemote', { allowRemote: true }, /other machines may call.*Leave allowRemote out/],
    ['cors for every origin', { cors: true }, /every origin.*Leave cors out/],
    ['a scope with a space', { localScopes: ['a b'] }, /localScopes: 'a b' is not a scope/],
  ])('does not start with %s', async (_, options, message) => {
    await expect(serve({ localScopes, ...options })).rejects.toThrow(message)
  })

  it('is warned only of the tools that nobody can call', () => {
    const { server } = createServer()
    expect(warnOfScopes(server)).toContain('Nobody can call save, wipe over HTTP')
    expect(warnOfScopes(server, localScopes)).toContain('Nobody can call wipe over HTTP')
    expect(warnOfScopes(server, ['notes:write', 'notes:admin'])).toBe('')
  })
})
