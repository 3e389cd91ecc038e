import { once } from 'node:events'
import { type IncomingMessage, request as openRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Authenticator, createAuthenticator, hashKey } from '../../auth/index.ts'
import { defineTool } from '../../define/tool.ts'
import type { EdgeOptions } from '../../faces/http/create-edge.ts'
import { createMcpHandler } from '../../faces/mcp/create-mcp-handler.ts'
import { createRestHandler } from '../../faces/rest/create-rest-handler.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { serveHttp } from './serve-http.ts'

const ran: string[] = []
const toTool = (name: string, scopes: readonly string[]) =>
  defineTool({
    name,
    summary: 'Save a note.',
    input: z.object({ text: z.string().default('') }),
    output: z.object({}),
    effect: 'write',
    scopes,
    run({ text }) {
      ran.push(text)
      return ok({})
    },
  })
const server = defineServer({
  name: 'fixture',
  version: '1.0.0',
  tools: [toTool('save', ['notes:write']), toTool('open', [])],
  limits: { bodyBytes: 1000 },
  log: silentLog,
})

/** What is sent, whatever the entrance. */
interface Sent {
  readonly tool: 'save' | 'open'
  readonly host: string
  readonly headers: Readonly<Record<string, string>>
  /** The arguments, or a body that is sent as it is. */
  readonly body: object | string
  readonly method: string
}

/** What is seen of the answer, whatever the entrance. */
interface Seen {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

type Entrance = (sent: Sent, options: EdgeOptions) => Promise<Seen>

const toText = (body: object | string): string =>
  typeof body === 'string' ? body : JSON.stringify(body)

const toMessage = ({ tool, body }: Sent): string =>
  typeof body === 'string'
    ? body
    : JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: tool, arguments: body },
      })

async function see(response: Response): Promise<Seen> {
  return { status: response.status, headers: response.headers, body: await response.text() }
}

const toRequest = ({ host, method, headers }: Sent, path: string, body: string): Request =>
  new Request(`http://${host}${path}`, {
    method,
    headers,
    // As bytes, because a string would bring a content type along.
    body: method === 'POST' ? new TextEncoder().encode(body) : undefined,
  })

const overRest: Entrance = async (sent, options) => {
  const handler = createRestHandler(server, options)
  return see(await handler(toRequest(sent, `/api/${sent.tool}`, toText(sent.body))))
}

const overMcpFetch: Entrance = async (sent, options) => {
  const handler = createMcpHandler(server, options)
  const seen = await see(await handler.fetch(toRequest(sent, '/mcp', toMessage(sent))))
  await handler.close()
  return seen
}

/** With node:http, because fetch may not set `Host`. */
const overServeHttp: Entrance = async (sent, options) => {
  const http = await serveHttp(server, { port: 0, ...options })
  const { host, method, headers } = sent
  const request = openRequest(`${http.url}/mcp`, { method, headers: { ...headers, host } })
  request.end(method === 'POST' ? toMessage(sent) : undefined)
  // The cast names what the event of this name brings.
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const seen = new Headers()
  for (const [name, value] of Object.entries(response.headers)) seen.set(name, String(value))
  const body = await text(response)
  await http.close()
  return { status: response.statusCode ?? 0, headers: seen, body }
}

const entrances = { REST: overRest, 'MCP fetch': overMcpFetch, serveHttp: overServeHttp }

const key = 'write-key-of-thirty-two-character'
const otherKey = 'read-key-of-thirty-two-characters'
const authenticator = createAuthenticator({
  keys: [
    { id: 'writer', hash: await hashKey(key), scopes: ['notes:write'] },
    { id: 'reader', hash: await hashKey(otherKey) },
  ],
  resource: 'https://notes.example/mcp',
})
const brokenAuthenticator: Authenticator = {
  ...authenticator,
  authenticate: async () => ({
    ok: false,
    reason: 'unavailable',
    status: 503,
    description: 'No token can be checked.',
  }),
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const usual: Sent = {
  tool: 'open',
  host: 'tools.example:8808',
  headers: {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  },
  body: { text: 'hi' },
  method: 'POST',
}
const hosts = ['tools.example']
const page = 'https://page.example'
const isNotJson = (given: string) => `The body must be JSON in UTF-8, not ${given}.`
const metadata =
  'resource_metadata="https://notes.example/.well-known/oauth-protected-resource/mcp"'

/** The headers of a refusal that must be the same at every entrance. */
interface Expected {
  readonly status: number
  readonly message: string
  readonly vary?: string
  readonly challenge?: string
  readonly allowedOrigin?: string
}

interface Case {
  readonly options?: EdgeOptions
  readonly sent: Partial<Sent>
  readonly expected: Expected
}

const withHeaders = (more: Readonly<Record<string, string>>): Partial<Sent> => ({
  headers: { ...usual.headers, ...more },
})

const cases: Record<string, Case> = {
  'an unknown host': {
    sent: { host: 'evil.example:8808' },
    expected: {
      status: 403,
      message: "This server does not answer for the host 'evil.example'.",
    },
  },
  'a host that only begins like a known one': {
    sent: { host: 'tools.example.evil.example' },
    expected: {
      status: 403,
      message: "This server does not answer for the host 'tools.example.evil.example'.",
    },
  },
  'a page of another origin': {
    sent: withHeaders({ origin: 'https://evil.example' }),
    expected: { status: 403, message: 'Web pages of this origin may not call this server.' },
  },
  'a page of no origin': {
    sent: withHeaders({ origin: 'null' }),
    expected: { status: 403, message: 'Web pages of this origin may not call this server.' },
  },
  'a page of another port': {
    sent: withHeaders({ origin: 'http://tools.example:1' }),
    expected: { status: 403, message: 'Web pages of this origin may not call this server.' },
  },
  'a page of an origin that cors does not name': {
    options: { cors: { origins: [page] } },
    sent: withHeaders({ origin: 'https://evil.example' }),
    expected: {
      status: 403,
      message: 'Web pages of this origin may not call this server.',
      vary: 'Origin',
    },
  },
  'a page of another origin, before its token is looked at': {
    options: { authenticator },
    sent: withHeaders({ origin: 'https://evil.example', ...bearer(key) }),
    expected: {
      status: 403,
      message: 'Web pages of this origin may not call this server.',
      vary: 'Authorization',
    },
  },
  'no token': {
    options: { authenticator },
    sent: {},
    expected: {
      status: 401,
      message: 'A token is needed. Send it in the header as Authorization: Bearer <token>.',
      vary: 'Authorization',
      challenge: `Bearer realm="toolaccord", ${metadata}`,
    },
  },
  'no token from a page that may call': {
    options: { authenticator, cors: { origins: [page] } },
    sent: withHeaders({ origin: page }),
    expected: {
      status: 401,
      message: 'A token is needed. Send it in the header as Authorization: Bearer <token>.',
      vary: 'Origin, Authorization',
      challenge: `Bearer realm="toolaccord", ${metadata}`,
      allowedOrigin: page,
    },
  },
  'a wrong token': {
    options: { authenticator, cors: true },
    sent: withHeaders(bearer('wrong')),
    expected: {
      status: 401,
      message: 'The token is not valid.',
      vary: 'Authorization',
      challenge:
        'Bearer realm="toolaccord", error="invalid_token", ' +
        `error_description="The token is not valid.", ${metadata}`,
      allowedOrigin: '*',
    },
  },
  'a token without a scope': {
    options: { authenticator },
    sent: { ...withHeaders(bearer(otherKey)), tool: 'save' },
    expected: {
      status: 403,
      message: 'The token lacks the scope notes:write.',
      vary: 'Authorization',
      challenge:
        'Bearer realm="toolaccord", error="insufficient_scope", ' +
        'error_description="The token lacks the scope notes:write.", ' +
        `scope="notes:write", ${metadata}`,
    },
  },
  'a token that cannot be checked': {
    options: { authenticator: brokenAuthenticator },
    sent: withHeaders(bearer(key)),
    expected: { status: 503, message: 'No token can be checked.', vary: 'Authorization' },
  },
  'a body over the limit': {
    sent: { body: { text: 'x'.repeat(1000) } },
    expected: { status: 413, message: 'The body is over the limit of 1000 bytes.' },
  },
  'a body of another type': {
    sent: withHeaders({ 'content-type': 'text/plain' }),
    expected: { status: 415, message: isNotJson("'text/plain'") },
  },
  'a body without a type': {
    sent: { headers: { accept: usual.headers.accept ?? '' } },
    expected: { status: 415, message: isNotJson('a body without a Content-Type') },
  },
  'a body that is not in UTF-8': {
    sent: withHeaders({ 'content-type': 'application/json; charset=latin1' }),
    expected: { status: 415, message: isNotJson("'application/json; charset=latin1'") },
  },
  'a body that is encoded': {
    sent: withHeaders({ 'content-encoding': 'gzip' }),
    expected: { status: 415, message: isNotJson("'application/json' encoded with 'gzip'") },
  },
  'a body that is not JSON': {
    sent: { body: '{"text":' },
    expected: {
      status: 400,
      message: 'The body is not JSON: it ends too early, at line 1, column 9.',
    },
  },
}

/** An error of JSON-RPC, or an envelope of response-v2. */
function messageIn(body: string): unknown {
  // The cast names the members that either of them has.
  const { error } = JSON.parse(body) as { readonly error: string | { readonly message: string } }
  return typeof error === 'string' ? error : error.message
}

/** REST answers also depend on `Accept`, which MCP has no use for. */
const varyOf = (headers: Headers): string | null => {
  const names = headers.get('vary')?.split(', ') ?? []
  return names.filter((name) => name !== 'Accept').join(', ') || null
}

describe.each(Object.entries(entrances))('%s', (_, enter) => {
  it('answers a request that is as it should be', async () => {
    ran.length = 0
    const { status } = await enter(usual, { hosts })
    expect([status, ran]).toEqual([200, ['hi']])
  })

  it('answers a page of its own host, and one that cors names', async () => {
    const own = withHeaders({ origin: `http://${usual.host}` })
    expect((await enter({ ...usual, ...own }, { hosts })).status).toBe(200)
    const named = withHeaders({ origin: page })
    const seen = await enter({ ...usual, ...named }, { hosts, cors: { origins: [page] } })
    expect([seen.status, seen.headers.get('access-control-allow-origin')]).toEqual([200, page])
  })

  it('knows its host in capitals too', async () => {
    expect((await enter({ ...usual, host: 'TOOLS.Example' }, { hosts })).status).toBe(200)
  })

  it.each(Object.entries(cases))('refuses %s', async (_, { options, sent, expected }) => {
    ran.length = 0
    const { status, headers, body } = await enter({ ...usual, ...sent }, { hosts, ...options })
    const { vary = null, challenge = null, allowedOrigin = null } = expected
    expect({
      status,
      message: messageIn(body),
      vary: varyOf(headers),
      challenge: headers.get('www-authenticate'),
      allowedOrigin: headers.get('access-control-allow-origin'),
      cacheControl: headers.get('cache-control'),
      options: headers.get('x-content-type-options'),
    }).toEqual({
      status: expected.status,
      message: expected.message,
      vary,
      challenge,
      allowedOrigin,
      cacheControl: 'no-store',
      options: 'nosniff',
    })
    expect(ran).toEqual([])
  })

  it('tells a browser what a page may send, without a token', async () => {
    const preflight = { origin: page, 'access-control-request-method': 'POST' }
    const sent: Sent = { ...usual, method: 'OPTIONS', headers: preflight }
    const options = { hosts, authenticator, cors: { origins: [page] } }
    const { status, headers } = await enter(sent, options)
    expect([status, varyOf(headers), headers.get('access-control-allow-origin')]).toEqual([
      204,
      'Origin',
      page,
    ])
    expect(headers.get('access-control-allow-methods')?.split(',')).toContain('POST')
    expect(headers.get('access-control-allow-headers')?.split(',')).toContain('Authorization')
    const foreign = await enter({ ...sent, host: 'evil.example' }, options)
    expect(foreign.status).toBe(403)
  })
})
