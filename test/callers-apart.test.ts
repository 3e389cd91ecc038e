import { SignJWT, generateKeyPair } from 'jose'
import { type Caller, defineServer, defineTool, ok } from 'toolaccord'
import { createMemoryArchive } from 'toolaccord/archive'
import { createAuthenticator, hashKey } from 'toolaccord/auth'
import { createFidelity } from 'toolaccord/fidelity'
import { type HttpServer, serveHttp } from 'toolaccord/node'
import { createIdempotency } from 'toolaccord/policies'
import { createRateLimit } from 'toolaccord/rate-limit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'

const issuer = 'https://login.example'
const key = crypto.randomUUID()
let token = ''
let http: HttpServer
const seen: Caller[] = []
let runs = 0

const rows = defineTool({
  name: 'rows',
  summary: 'List rows.',
  effect: 'read',
  input: z.object({ of: z.string() }),
  output: z.object({ rows: z.array(z.string()) }),
  run({ of }, { caller }) {
    if (caller !== undefined) seen.push(caller)
    return ok({ rows: Array.from({ length: 9_000 }, (_, n) => `row ${n} of ${of}`) })
  },
})
const pay = defineTool({
  name: 'pay',
  summary: 'Pay.',
  effect: 'write',
  output: z.object({ n: z.int() }),
  run: () => ok({ n: ++runs }),
})
const limited = defineTool({
  name: 'limited',
  summary: 'Answer now and then.',
  effect: 'read',
  output: z.object({}),
  run: () => ok({}),
})
const server = defineServer({
  name: 'apart',
  version: '1.0.0',
  tools: [rows, pay, limited],
  policies: [
    createIdempotency(),
    createRateLimit({ tools: { limited: { calls: 2, perSeconds: 600 } } }),
  ],
  fidelity: createFidelity({ archive: createMemoryArchive() }),
})

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const claims = { iss: issuer, aud: 'https://apart.example/mcp', sub: 'ada' }
  token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256' })
    .setExpirationTime('10m')
    .sign(privateKey)
  const authenticator = createAuthenticator({
    keys: [{ id: 'ada', hash: await hashKey(key) }],
    jwt: { issuer, audience: 'https://apart.example/mcp', publicKey },
    resource: 'https://apart.example/mcp',
  })
  http = await serveHttp(server, { port: 0, authenticator, mcp: { sessions: true } })
})
afterAll(() => http.close())

const send = (path: string, bearer: string, init: RequestInit = {}) =>
  fetch(http.url + path, {
    ...init,
    headers: { Authorization: `Bearer ${bearer}`, ...(init.headers as Record<string, string>) },
  })

describe('a token whose subject is the id of a key', () => {
  it('is another caller to a tool, with the same id', async () => {
    seen.length = 0
    for (const bearer of [key, token]) await send('/api/rows?of=who', bearer)
    expect(seen).toEqual([
      { id: 'ada', scopes: [] },
      { id: 'ada', issuer, scopes: [] },
    ])
  })

  it('does not find what answers of the key left out', async () => {
    const answer = await (await send('/api/rows?of=archive', key)).text()
    const hash = /sha256:[0-9a-f]{64}/.exec(answer)?.[0]
    for (const path of [`/archive/${hash}`, `/archive/${hash}/content`]) {
      expect((await send(path, key)).status).toBe(200)
      expect((await send(path, token)).status).toBe(404)
    }
  })

  it('does not get the answer to an idempotency key of the other', async () => {
    const init = { method: 'POST', headers: { 'Idempotency-Key': 'order-17' } }
    const before = runs
    for (const bearer of [key, token, key, token]) await send('/api/pay', bearer, init)
    expect(runs - before).toBe(2)
  })

  it('does not use up the calls of the key', async () => {
    const statuses: number[] = []
    for (const bearer of [token, token, token, key, key, key])
      statuses.push((await send('/api/limited', bearer)).status)
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429])
  })

  it('does not find the session of the key', async () => {
    const post = (bearer: string, message: object, more: Record<string, string> = {}) =>
      send('/mcp', bearer, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          ...more,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
      })
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    }
    const opened = await post(key, { method: 'initialize', params })
    const session = { 'Mcp-Session-Id': opened.headers.get('mcp-session-id') ?? '' }
    expect((await post(token, { method: 'tools/list' }, session)).status).toBe(404)
    expect((await post(key, { method: 'tools/list' }, session)).status).toBe(200)
  })
})
