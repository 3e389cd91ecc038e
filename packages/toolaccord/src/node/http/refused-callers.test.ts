import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { createAuthenticator } from '../../auth/create-authenticator.ts'
import { hashKey } from '../../auth/hash-key.ts'
import { type Prompt, definePrompt } from '../../define/prompt.ts'
import { type Resource, defineResource } from '../../define/resource.ts'
import { defineTool } from '../../define/tool.ts'
import { createMcpHandler } from '../../faces/mcp/create-mcp-handler.ts'
import { createRestHandler } from '../../faces/rest/create-rest-handler.ts'
import { type Logger, silentLog } from '../../log/log.ts'
import { defineServer } from '../../server.ts'
import { type HttpServer, serveHttp } from './serve-http.ts'

const eveKey = 'eves-own-key-has-more-than-43-characters-in-it'

type Fields = Readonly<Record<string, unknown>>

const save = defineTool({
  name: 'save',
  summary: 'Save.',
  output: z.object({}),
  effect: 'write',
  scopes: ['notes:read', 'notes:write'],
  run: () => expect.unreachable('nobody here may run it'),
})

let served: HttpServer | undefined
afterEach(async () => {
  await served?.close()
  served = undefined
})

async function createFixture(resources: readonly Resource[] = [], prompts: readonly Prompt[] = []) {
  const lines: (readonly [string, Fields | undefined])[] = []
  const log: Logger = {
    ...silentLog,
    warn: (message, fields) => {
      lines.push([message, fields])
    },
  }
  const parts = { tools: [save], resources, prompts } as const
  const server = defineServer({ name: 's', version: '1', ...parts, log, env: {} })
  const hash = await hashKey(eveKey)
  const keys = [{ hash, id: 'eve', scopes: ['notes:read'] }]
  return { lines, server, authenticator: createAuthenticator({ keys }) }
}

const toMessage = (id: number | string = 7) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'save', arguments: {}, _meta: { 'dev.toolaccord/request-id': 'r1' } },
})

const toHeaders = (token: string | undefined, more: Readonly<Record<string, string>>) => {
  const headers = new Headers({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'x-request-id': 'r1',
    ...more,
  })
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  return headers
}

/** Each refusal: the token, further headers, and what is logged of it. */
const cases = [
  { name: 'no token', status: 401, reason: 'unauthenticated' },
  { name: 'a wrong token', token: 'guessed-key', status: 401, reason: 'unauthenticated' },
  { name: 'too few scopes', token: eveKey, status: 403, reason: 'forbidden' },
  {
    name: 'a foreign page',
    token: eveKey,
    more: { origin: 'https://evil.example' },
    status: 403,
    reason: 'forbidden',
  },
]

describe.each(cases)('a caller with $name', ({ token, more = {}, status, reason, name }) => {
  const caller = name === 'too few scopes' ? { caller: 'eve' } : {}

  async function check(face: 'rest' | 'mcp', send: (url: string) => Promise<Response>) {
    const { lines, server, authenticator } = await createFixture()
    served = await serveHttp(server, { port: 0, authenticator })
    const response = await send(served.url)
    const body = await response.text()
    expect(response.status).toBe(status)
    expect(lines).toEqual([
      [
        'caller refused',
        expect.objectContaining({
          id: 'r1',
          reason,
          tool: 'save',
          face,
          remote: '127.0.0.1',
          ...caller,
        }),
      ],
    ])
    expect(JSON.stringify([lines, body])).not.toMatch(/guessed-key|eves-own/)
    return { response, answer: JSON.parse(body) }
  }

  it('is logged over REST, once and without the token', async () => {
    await check('rest', (url) =>
      fetch(`${url}/api/save`, { method: 'POST', headers: toHeaders(token, more), body: '{}' }),
    )
  })

  it('is logged over MCP, and is answered with the id of the request', async () => {
    const body = JSON.stringify(toMessage())
    const { answer } = await check('mcp', (url) =>
      fetch(`${url}/mcp`, { method: 'POST', headers: toHeaders(token, more), body }),
    )
    const code = status === 401 ? 'UNAUTHORIZED' : 'FORBIDDEN'
    expect(answer).toMatchObject({ id: 7, error: { data: { code, request_id: 'r1' } } })
  })
})

describe('a caller without the scopes of a tool', () => {
  const details = {
    required_scopes: ['notes:read', 'notes:write'],
    missing_scopes: ['notes:write'],
  }
  const problem = {
    code: 'FORBIDDEN',
    message: 'The token lacks the scope notes:write.',
    hint: 'Get a token with notes:read notes:write and call again.',
    details,
  }

  it('gets the same answer in process, over REST and over MCP', async () => {
    const { lines, server, authenticator } = await createFixture()
    const eve = { id: 'eve', scopes: ['notes:read'] }
    const direct = await server.call('save', {}, { caller: eve, id: 'r1' })
    expect(direct).toMatchObject({ problems: [problem] })
    const init = { method: 'POST', headers: toHeaders(eveKey, {}) }
    const rest = await createRestHandler(server, { authenticator })(
      new Request('http://localhost/api/save', { ...init, body: '{}' }),
    )
    const { code, message, ...others } = problem
    expect(await rest.json()).toMatchObject({
      success: false,
      error: message,
      data: { error_code: code, remediation: others.hint, details },
    })
    const mcp = await createMcpHandler(server, { authenticator }).fetch(
      new Request('http://localhost/mcp', { ...init, body: JSON.stringify(toMessage('x')) }),
    )
    expect(mcp.headers.get('www-authenticate')).toContain('error="insufficient_scope"')
    expect(await mcp.json()).toMatchObject({
      id: 'x',
      error: { message, data: { code, ...others, request_id: 'r1' } },
    })
    expect(
      lines.map(([, fields]) => [
        fields?.face,
        fields?.tool,
        fields?.caller,
        fields?.missing_scopes,
      ]),
    ).toEqual(['direct', 'rest', 'mcp'].map((face) => [face, 'save', 'eve', ['notes:write']]))
  })
})

describe('what a refused caller wanted', () => {
  const note = defineResource({
    uri: 'notes://{id}',
    path: '/notes/:id.txt',
    name: 'note',
    scopes: ['notes:write'],
    read: () => expect.unreachable('nobody here may read it'),
  })
  const plan = definePrompt({
    name: 'plan',
    summary: 'Plan a day.',
    scopes: ['notes:write'],
    write: () => expect.unreachable('nobody here may have it'),
  })

  /** The tools in the lines about requests to one handler, by a caller without scopes. */
  async function wanted(send: (parts: Handlers) => Promise<unknown>) {
    const { lines, server, authenticator } = await createFixture([note], [plan])
    const rest = createRestHandler(server, { authenticator })
    const mcp = createMcpHandler(server, { authenticator }).fetch
    await send({ rest, mcp })
    return lines.map(([, fields]) => fields?.tool)
  }

  interface Handlers {
    readonly rest: (request: Request) => Promise<Response>
    readonly mcp: (request: Request) => Promise<Response>
  }

  const ask = (method: string, params: object) =>
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: toHeaders(eveKey, {}),
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })

  it.each([
    ['prompt plan', 'prompts/get', { name: 'plan' }],
    ['resource note', 'resources/read', { uri: 'notes://n1' }],
  ])('is named in the log: %s over MCP', async (name, method, params) => {
    expect(await wanted(({ mcp }) => mcp(ask(method, params)))).toEqual([name])
  })

  it('is named in the log: a resource over REST', async () => {
    const request = new Request('http://localhost/notes/n1.txt', { headers: toHeaders(eveKey, {}) })
    expect(await wanted(({ rest }) => rest(request))).toEqual(['resource note'])
  })

  it('is not named in words of the caller', async () => {
    const headers = toHeaders('guessed-key', {})
    const body = JSON.stringify({ ...toMessage(), params: { name: 'x\ny' } })
    const request = { method: 'POST', headers, body }
    const names = await wanted(async ({ rest, mcp }) => {
      await rest(new Request('http://localhost/api/unknown', request))
      await mcp(new Request('http://localhost/mcp', request))
    })
    expect(names).toEqual([undefined, undefined])
  })
})

describe('a flood of refused callers', () => {
  it('is counted when the server ends before the minute does', async () => {
    const { lines, server, authenticator } = await createFixture()
    served = await serveHttp(server, { port: 0, authenticator })
    for (let guess = 0; guess < 8; guess++) {
      await fetch(`${served.url}/api/save`, { headers: { authorization: `Bearer guess-${guess}` } })
    }
    expect(lines).toHaveLength(5)
    await served.close()
    expect(lines.slice(5)).toMatchObject([
      ['more callers refused', { reasons: { unauthenticated: 3 } }],
    ])
    await server.drain()
    expect(lines).toHaveLength(6)
  })

  it('is a few lines and a count', async () => {
    vi.useFakeTimers()
    const { lines, server, authenticator } = await createFixture()
    const handler = createRestHandler(server, { authenticator })
    for (let guess = 0; guess < 1000; guess++) {
      const headers = { authorization: `Bearer guess-${guess}` }
      await handler(new Request('http://localhost/api/save', { headers }))
    }
    expect(lines).toHaveLength(5)
    vi.advanceTimersByTime(60_000)
    expect(lines.slice(5)).toEqual([
      ['more callers refused', { reasons: { unauthenticated: 995 }, within_ms: 60_000 }],
    ])
    await handler(new Request('http://localhost/api/save'))
    expect(lines).toHaveLength(7)
    vi.useRealTimers()
  })

  it('does not hide others before it has filled the minute', async () => {
    const { lines, server } = await createFixture()
    for (let index = 0; index < 50; index++) {
      for (let time = 0; time < 9; time++) {
        await server.call('save', {}, { caller: { id: `caller-${index}`, scopes: [] } })
      }
    }
    const logged = new Set(lines.map(([, fields]) => fields?.caller))
    expect([lines.length, logged.size]).toEqual([100, 20])
  })
})
