import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createAuthenticator, hashKey } from '../../../auth/index.ts'
import { definePrompt } from '../../../define/prompt.ts'
import { defineResource } from '../../../define/resource.ts'
import { defineTool } from '../../../define/tool.ts'
import { silentLog } from '../../../log/log.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'
import { createMcpHandler } from '../create-mcp-handler.ts'
import type { McpOptions } from '../protocol/mcp-options.ts'
import { legacyVersions, metaKeys, modernVersion } from '../protocol/meta-keys.ts'

const keys = { ada: 'ada-key-of-thirty-two-characters', bob: 'bob-key-of-thirty-two-characters' }
const authenticator = createAuthenticator({
  keys: [
    { id: 'ada', hash: await hashKey(keys.ada), scopes: ['notes:write'] },
    { id: 'bob', hash: await hashKey(keys.bob) },
  ],
})

const who = defineTool({
  name: 'who',
  summary: 'Tell who calls.',
  output: z.object({ id: z.string(), scopes: z.array(z.string()) }),
  effect: 'read',
  formerly: [{ name: 'whoami' }],
  run: (_, { caller }) => ok({ id: caller?.id ?? 'nobody', scopes: [...(caller?.scopes ?? [])] }),
})
const save = defineTool({
  name: 'save',
  summary: 'Save.',
  output: z.object({}),
  effect: 'write',
  scopes: ['notes:write'],
  formerly: [{ name: 'store' }],
  run: () => ok({}),
})
const keep = defineTool({
  name: 'keep',
  summary: 'Ask once, and tell what was kept meanwhile.',
  output: z.object({ kept: z.string() }),
  effect: 'read',
  interactive: true,
  run(_, call) {
    const kept = call.keep('kept', () => `kept for ${call.caller?.id ?? 'nobody'}`)
    call.ask('go', { type: 'roots' })
    return ok({ kept })
  },
})
const greet = definePrompt({
  name: 'greet',
  summary: 'Greet.',
  write: (_, { caller }) => [
    { role: 'user', content: { type: 'text', text: `for ${caller?.id}` } },
  ],
})
const note = defineResource({
  uri: 'notes://one',
  name: 'One',
  read: (_, { caller }) => ({ text: `for ${caller?.id}` }),
})

function createHandler(options: McpOptions = {}, isOpen = false) {
  const server = defineServer({
    name: 'fixture',
    version: '1.0.0',
    prefix: 'my',
    env: {},
    tools: [who, save, keep],
    prompts: [greet],
    resources: [note],
    log: silentLog,
  })
  return createMcpHandler(server, { ...options, ...(!isOpen && { authenticator }) })
}

type Caller = keyof typeof keys
const modernMeta = { [metaKeys.version]: modernVersion, [metaKeys.capabilities]: { roots: {} } }
const accept = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
const bearer = (caller: Caller | undefined): Record<string, string> =>
  caller === undefined ? {} : { Authorization: `Bearer ${keys[caller]}` }
const post = (body: unknown, headers: Readonly<Record<string, string>>) =>
  new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { ...accept, ...headers },
    body: JSON.stringify(body),
  })

function modern(
  caller: Caller | undefined,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  meta: object = {},
) {
  const name = params.name ?? params.uri
  return post(
    { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: { ...modernMeta, ...meta } } },
    {
      'MCP-Protocol-Version': modernVersion,
      'Mcp-Method': method,
      ...(typeof name === 'string' && { 'Mcp-Name': name }),
      ...bearer(caller),
    },
  )
}
const legacy = (
  caller: Caller | undefined,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
) => post(body, { ...bearer(caller), ...headers })

describe('a caller', () => {
  it.each([
    ['plain calls', {}],
    ['calls that report progress', { progressToken: 1 }],
  ])('is known to %s', async (_, meta) => {
    const response = await createHandler().fetch(
      modern('ada', 'tools/call', { name: 'my_who' }, meta),
    )
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('"data":{"id":"ada","scopes":["notes:write"]}')
  })

  it('is known to prompts and resources', async () => {
    const handler = createHandler()
    expect(
      await (await handler.fetch(modern('ada', 'prompts/get', { name: 'greet' }))).text(),
    ).toContain('for ada')
    expect(
      await (await handler.fetch(modern('bob', 'resources/read', { uri: 'notes://one' }))).text(),
    ).toContain('for bob')
  })

  it('is nobody where nobody is asked who they are, whatever a request says', async () => {
    expect(
      await (
        await createHandler({}, true).fetch(modern('ada', 'tools/call', { name: 'my_who' }))
      ).text(),
    ).toContain('"id":"nobody"')
  })

  it('gets answers that no shared cache may keep', async () => {
    const { headers } = await createHandler().fetch(modern('ada', 'tools/list'))
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual([
      'no-store',
      'Authorization',
    ])
  })
})

describe('a request', () => {
  it.each([
    ['no token', {}, 'Bearer realm="toolaccord"'],
    [
      'a wrong token',
      { Authorization: 'Bearer wrong' },
      'Bearer realm="toolaccord", error="invalid_token", error_description="The token is not valid."',
    ],
  ])('with %s is refused, whatever it says', async (_, headers, challenge) => {
    const message = { jsonrpc: '2.0', id: 7, method: 'ping' }
    const bodies = ['not a message', message, { ...message, filler: 'x'.repeat(70_000) }]
    const ids: unknown[] = []
    for (const body of bodies) {
      const response = await createHandler().fetch(post(body, headers))
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, challenge])
      const { id, error } = (await response.json()) as { id: unknown; error: unknown }
      expect(error).toMatchObject({ code: -32_000, data: { code: 'UNAUTHORIZED' } })
      ids.push(id)
    }
    expect(ids).toEqual([null, 7, null])
  })

  it('without a token is not read further than its id can be', async () => {
    const request = post('x'.repeat(10), {})
    request.headers.set('content-length', '70000')
    await createHandler().fetch(request)
    expect(request.bodyUsed).toBe(false)
  })

  const lacking = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'my_save', arguments: {} },
  }
  it.each([
    ['a plain call', () => modern('bob', 'tools/call', { name: 'my_save' })],
    [
      'a call that reports progress',
      () => modern('bob', 'tools/call', { name: 'my_save' }, { progressToken: 1 }),
    ],
    ['a call under a former name', () => modern('bob', 'tools/call', { name: 'my_store' })],
    ['a call of the older era', () => legacy('bob', lacking)],
    [
      'a call within a batch',
      () => legacy('bob', [{ jsonrpc: '2.0', id: 0, method: 'ping' }, lacking]),
    ],
  ])('that lacks the scope of a tool is told so by HTTP: %s', async (_, request) => {
    const response = await createHandler().fetch(request())
    expect(response.status).toBe(403)
    expect(response.headers.get('www-authenticate')).toContain('error="insufficient_scope"')
    expect(response.headers.get('www-authenticate')).toContain('scope="notes:write"')
    expect(await response.json()).toMatchObject({
      error: { message: 'The token lacks the scope notes:write.' },
    })
  })

  it('that has the scope is served', async () => {
    expect(
      (await createHandler().fetch(modern('ada', 'tools/call', { name: 'my_save' }))).status,
    ).toBe(200)
  })

  it('of lists that nest deeply is refused like any other that makes no sense', async () => {
    const request = new Request('http://localhost/mcp', {
      method: 'POST',
      headers: { ...accept, ...bearer('bob') },
      body: '['.repeat(100_000) + ']'.repeat(100_000),
    })
    expect((await createHandler().fetch(request)).status).toBe(400)
  })
})

describe('what a tool keeps between two rounds', () => {
  const ask = async (
    handler: ReturnType<typeof createHandler>,
    caller: Caller | undefined,
    requestState?: string,
  ) => {
    const response = await handler.fetch(
      modern(caller, 'tools/call', {
        name: 'my_keep',
        ...(requestState !== undefined && { requestState, inputResponses: { go: { roots: [] } } }),
      }),
    )
    // The cast names what an answer to a call may hold.
    return (await response.json()) as { readonly result?: { readonly requestState?: string } }
  }

  it('comes back to the caller that it was kept for, and to no other', async () => {
    const handler = createHandler()
    const state = (await ask(handler, 'ada')).result?.requestState
    expect(state).toBeTypeOf('string')
    expect(await ask(handler, 'bob', state)).toMatchObject({ error: { code: -32_602 } })
    expect(await ask(handler, 'ada', state)).toMatchObject({
      result: { structuredContent: { data: { kept: 'kept for ada' } } },
    })
  })

  it('is not open to anybody where nobody is asked who they are', async () => {
    const stateKey = 'k'.repeat(32)
    const [closed, open] = [createHandler({ stateKey }), createHandler({ stateKey }, true)]
    expect(
      await ask(open, undefined, (await ask(closed, 'ada')).result?.requestState),
    ).toMatchObject({ error: { code: -32_602 } })
  })
})

describe('a session', () => {
  const initialize = {
    jsonrpc: '2.0',
    id: 'init',
    method: 'initialize',
    params: {
      protocolVersion: legacyVersions[0],
      capabilities: {},
      clientInfo: { name: 'old', version: '1' },
    },
  }
  const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'my_who' } }

  it('belongs to the caller who opened it', async () => {
    const handler = createHandler({ sessions: true })
    const session = {
      'Mcp-Session-Id':
        (await handler.fetch(legacy('ada', initialize))).headers.get('mcp-session-id') ?? '',
    }
    const bare = (method: string, caller: Caller) =>
      new Request('http://localhost/mcp', {
        method,
        headers: { ...accept, ...session, ...bearer(caller) },
      })
    expect((await handler.fetch(legacy('bob', call, session))).status).toBe(404)
    for (const method of ['GET', 'DELETE'])
      expect((await handler.fetch(bare(method, 'bob'))).status, method).toBe(404)
    const answered = await handler.fetch(legacy('ada', call, session))
    expect(answered.status).toBe(200)
    expect(await answered.text()).toContain('"id":"ada"')
    expect((await handler.fetch(bare('DELETE', 'ada'))).status).toBe(200)
    await handler.close()
  })
})
