import { defineServer, defineTool, ok } from 'toolaccord'
import { createMemoryArchive } from 'toolaccord/archive'
import { createAuthenticator, hashKey } from 'toolaccord/auth'
import { createFidelity, estimateTokens } from 'toolaccord/fidelity'
import { createMcpHandler } from 'toolaccord/mcp'
import { createRestHandler } from 'toolaccord/rest'
import { createFaceClient } from 'toolaccord/testing'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

const Rows = z.object({ rows: z.array(z.object({ id: z.string(), text: z.string() })) })
const secret = defineTool({
  name: 'secret',
  summary: 'List what not all may see.',
  scopes: ['rows:read', 'rows:secret'],
  effect: 'read',
  output: Rows,
  fidelity: { items: [{ path: 'rows', id: 'id' }] },
  run: () =>
    ok({ rows: Array.from({ length: 3_000 }, (_, n) => ({ id: `r${n}`, text: `SECRET ${n}` })) }),
})
const open = defineTool({
  name: 'open',
  summary: 'List what all may see.',
  effect: 'read',
  output: Rows,
  run: () =>
    ok({ rows: Array.from({ length: 3_000 }, (_, n) => ({ id: `r${n}`, text: `OPEN ${n}` })) }),
})

const wide = { id: 'u1', scopes: ['rows:read', 'rows:secret'] }
const narrow = { id: 'u1', scopes: ['rows:read'] }
const keys = { wide: crypto.randomUUID(), narrow: crypto.randomUUID() }
const wideHash = await hashKey(keys.wide)
const authenticator = createAuthenticator({
  keys: async (hash) => (hash === wideHash ? wide : narrow),
})
const createServer = () =>
  defineServer({
    name: 'rows',
    version: '1.0.0',
    tools: [secret, open],
    fidelity: createFidelity({ archive: createMemoryArchive() }),
  })
const forbidden = {
  message: 'The token lacks the scope rows:secret.',
  details: {
    required_scopes: ['rows:read', 'rows:secret'],
    missing_scopes: ['rows:secret'],
  },
}

describe.each(['rest', 'mcp'] as const)('what an answer left out, over %s', (face) => {
  it.each(['answer', 'items'])('is refused without the scopes of its tool: %s', async (name) => {
    const client = createFaceClient(createServer(), face)
    const { outcome } = await client.call('secret', {}, { caller: wide })
    const hash = outcome.notes.fidelity?.archiveHashes?.[name]
    const args = name === 'items' ? { hash, ids: ['r2999'] } : { hash }
    const refused = await client.callByName('retrieve_content', args, { caller: narrow })
    expect(refused.outcome).toMatchObject({ ok: false, problems: [forbidden] })
    expect(refused.raw).not.toContain('SECRET')
    if (face === 'rest') expect(refused.status).toBe(403)
    const given = await client.callByName('retrieve_content', args, { caller: wide })
    expect(given.raw).toContain('SECRET')
  })

  it('stays open if its tool needs no scopes', async () => {
    const client = createFaceClient(createServer(), face)
    const { outcome } = await client.call('open', {}, { caller: wide })
    const hash = outcome.notes.fidelity?.archiveHashes?.answer
    const given = await client.callByName('retrieve_content', { hash }, { caller: narrow })
    expect(given.raw).toContain('OPEN')
  })
})

describe('what an answer left out, as a resource', () => {
  const server = createServer()
  const rest = createRestHandler(server, { authenticator })
  const mcp = createMcpHandler(server, { authenticator })
  const headers = (key: string) => ({
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  })
  const get = (path: string, key: string) =>
    rest(new Request(`http://localhost${path}`, { headers: headers(key) }))
  const readOverMcp = async (uri: string, key: string) => {
    const message = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } }
    const body = JSON.stringify(message)
    const init = { method: 'POST', headers: headers(key), body }
    return (await mcp.fetch(new Request('http://localhost/mcp', init))).text()
  }
  const findHash = async () =>
    /sha256:[0-9a-f]{64}/.exec(await (await get('/api/secret', keys.wide)).text())?.[0] ?? ''

  it('is refused over HTTP without the scopes of its tool', async () => {
    const hash = await findHash()
    const refused = await get(`/archive/${hash}/content`, keys.narrow)
    expect(refused.status).toBe(403)
    const body = await refused.text()
    expect(body).toContain(forbidden.message)
    expect(body).toContain('"missing_scopes":["rows:secret"]')
    const given = await get(`/archive/${hash}/content`, keys.wide)
    expect([given.status, (await given.text()).includes('SECRET 2999')]).toEqual([200, true])
  })

  it('is refused over MCP without the scopes of its tool', async () => {
    const hash = await findHash()
    const refused = await readOverMcp(`archive://${hash}`, keys.narrow)
    expect(refused).toContain(`"message":"${forbidden.message} `)
    expect(refused).toContain(`"details":${JSON.stringify(forbidden.details)}`)
    expect(refused).not.toContain('SECRET')
    expect(await readOverMcp(`archive://${hash}`, keys.wide)).toContain('SECRET 2999')
  })
})

it('is read without scopes by whoever started the process', async () => {
  const client = createFaceClient(createServer(), 'cli')
  const { outcome } = await client.call('secret')
  const hash = outcome.notes.fidelity?.archiveHashes?.answer
  expect((await client.callByName('retrieve_content', { hash })).raw).toContain('SECRET')
})

it('comes back in pieces that use up the budget', async () => {
  const server = createServer()
  const client = createFaceClient(server, 'mcp')
  const { outcome } = await client.call('open', {}, { budget: 2_000 })
  const hash = outcome.notes.fidelity?.archiveHashes?.answer
  const piece = await client.callByName('retrieve_content', { hash }, { budget: 4_000 })
  const tokens = estimateTokens(JSON.stringify(piece.body))
  expect(tokens).toBeGreaterThan(3_600)
  expect(tokens).toBeLessThanOrEqual(4_000)
})
