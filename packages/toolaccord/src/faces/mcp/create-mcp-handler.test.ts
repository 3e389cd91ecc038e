import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { createMcpHandler } from './create-mcp-handler.ts'
import type { McpOptions } from './protocol/mcp-options.ts'
import { legacyVersions, metaKeys, modernVersion } from './protocol/meta-keys.ts'

function createFixture(options?: McpOptions) {
  const ran: string[] = []
  const note = defineTool({
    name: 'note',
    summary: 'Note who calls.',
    output: z.object({ by: z.string() }),
    effect: 'write',
    run(_, call) {
      const by = call.client?.name ?? 'nobody'
      ran.push(by)
      return ok({ by })
    },
  })
  let rounds = 0
  const seal = (name: string) =>
    defineTool({
      name,
      summary: 'Ask once, and return what was kept meanwhile.',
      output: z.object({ kept: z.string() }),
      effect: 'read',
      interactive: true,
      run(_, call) {
        const kept = call.keep('kept', () => `kept by ${name}, round ${++rounds}`)
        call.ask('go', { type: 'roots' })
        return ok({ kept })
      },
    })
  const server = defineServer({
    name: 'fixture',
    version: '1.0.0',
    tools: [note, seal('one'), seal('other')],
    log: silentLog,
    limits: { bodyBytes: 5000 },
    newId: () => 'r1',
  })
  return { ran, server, handler: createMcpHandler(server, options) }
}

const modernMeta = {
  [metaKeys.version]: modernVersion,
  [metaKeys.capabilities]: { roots: {} },
  [metaKeys.clientInfo]: { name: 'tester', version: '1' },
}
const accept = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }

function modern(method: string, params: Readonly<Record<string, unknown>> = {}) {
  const headers = new Headers({
    ...accept,
    'MCP-Protocol-Version': modernVersion,
    'Mcp-Method': method,
  })
  if (typeof params.name === 'string') headers.set('Mcp-Name', params.name)
  const message = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: modernMeta } }
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers,
    body: JSON.stringify(message),
  })
}

const legacy = (body: object, headers: Readonly<Record<string, string>> = {}) =>
  new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { ...accept, ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', ...body }),
  })

describe('a handler', () => {
  it('runs a tool once for one request, in either lane', async () => {
    const { ran, handler } = createFixture()
    expect(
      await (await handler.fetch(modern('tools/call', { name: 'note' }))).json(),
    ).toMatchObject({
      result: { structuredContent: { data: { by: 'tester' } } },
    })
    expect(ran).toEqual(['tester'])
    await (
      await handler.fetch(
        legacy({
          id: 1,
          method: 'tools/call',
          params: { name: 'note', _meta: { progressToken: 1 } },
        }),
      )
    ).text()
    expect(ran).toEqual(['tester', 'nobody'])
  })

  it.each([
    ['POST', 'without sessions', undefined, ['GET', 'DELETE', 'PUT', 'OPTIONS']],
    ['POST', 'outside of a session', { sessions: true }, ['PUT', 'OPTIONS']],
    ['GET, POST, DELETE', 'in a session', { sessions: true }, ['PUT', 'OPTIONS']],
  ] as const)('takes only %s %s', async (allow, where, options, refused) => {
    const { ran, handler } = createFixture(options)
    const { headers: given } = modern('tools/call', { name: 'note' })
    const headers = new Headers(given)
    if (where === 'in a session') headers.set('Mcp-Session-Id', 'some')
    for (const method of refused) {
      const response = await handler.fetch(new Request('http://localhost/mcp', { method, headers }))
      expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
      expect(await response.json()).toEqual({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32_000, message: `MCP does not take ${method}.` },
      })
    }
    expect(ran).toEqual([])
  })

  it('says where a body stops being JSON', async () => {
    const { handler } = createFixture()
    const response = await handler.fetch(
      new Request('http://localhost/mcp', { method: 'POST', headers: accept, body: '{"id":}' }),
    )
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        jsonrpc: '2.0',
        id: null,
        error: {
          code: -32_700,
          message: 'The body is not JSON: it breaks at line 1, column 7, before "}".',
        },
      },
    ])
  })

  it('masks and logs what nobody meant to throw', async () => {
    const lines: unknown[] = []
    const error = (...line: unknown[]) => {
      lines.push(line)
    }
    const { server } = createFixture()
    const handler = createMcpHandler({ ...server, log: { ...silentLog, error } })
    await handler.fetch(modern('prompts/list')).then((response) => response.text())
    await handler.close()
    const response = await handler.fetch(modern('prompts/list'))
    expect([response.status, await response.json()]).toEqual([
      500,
      {
        jsonrpc: '2.0',
        id: 1,
        error: { code: -32_603, message: 'The server failed to answer this call.' },
      },
    ])
    expect(lines).toEqual([['the MCP face threw', { thrown: expect.any(Error) }]])
  })

  it('refuses a body over the limit, announced or not', async () => {
    const { ran, handler } = createFixture()
    const text = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'note', arguments: { text: 'x'.repeat(5000) } },
    })
    for (const headers of [accept, { ...accept, 'Content-Length': String(text.length) }]) {
      const response = await handler.fetch(
        new Request('http://localhost/mcp', { method: 'POST', headers, body: text }),
      )
      expect({ status: response.status, body: (await response.json()) as unknown }).toMatchObject({
        status: 413,
        body: { error: { code: -32_000 } },
      })
    }
    expect(ran).toEqual([])
  })

  it('closes before anything was asked, and as often as it is asked to', async () => {
    const { handler } = createFixture()
    await handler.close()
    await handler.close()
  })
})

describe('a client that listens', () => {
  it('learns that something changed, until the handler closes', async () => {
    const { handler } = createFixture()
    const response = await handler.fetch(
      modern('subscriptions/listen', { notifications: { toolsListChanged: true } }),
    )
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    await handler.notify((notifier) => notifier.toolsChanged())
    await handler.close()
    const told = await response.text()
    expect(told).toMatch(
      /subscriptions\/acknowledged[^]*tools\/list_changed[^]*"resultType":"complete"/,
    )
  })
})

describe('what a tool keeps between two rounds', () => {
  const ask = async (
    handler: ReturnType<typeof createFixture>['handler'],
    name: string,
    requestState?: string,
  ) => {
    const inputResponses = requestState === undefined ? {} : { go: { roots: [] } }
    const params = { name, requestState, inputResponses }
    const response = await handler.fetch(modern('tools/call', params))
    // The cast names what an answer to a call may hold.
    return (await response.json()) as {
      readonly result?: { readonly requestState?: string; readonly structuredContent?: unknown }
      readonly error?: unknown
    }
  }

  it('comes back to it, and to no other tool', async () => {
    const { handler } = createFixture()
    const { result } = await ask(handler, 'one')
    expect(result).toMatchObject({ resultType: 'input_required' })
    expect(await ask(handler, 'one', result?.requestState)).toMatchObject({
      result: { structuredContent: { data: { kept: 'kept by one, round 1' } } },
    })
    expect(JSON.stringify(await ask(handler, 'other', result?.requestState))).not.toContain(
      'kept by one',
    )
  })

  it('is refused when it was changed, or sealed by somebody else', async () => {
    const { handler } = createFixture()
    const { handler: stranger } = createFixture()
    const state = (await ask(handler, 'one')).result?.requestState ?? ''
    const foreign = (await ask(stranger, 'one')).result?.requestState ?? ''
    const changed = state.replace(/.\./, (end) => (end === 'A.' ? 'B.' : 'A.'))
    for (const wrong of ['', 'x', changed, foreign, `${state}x`])
      expect(await ask(handler, 'one', wrong), wrong).toMatchObject({ error: { code: -32_602 } })
  })

  it('is taken by another machine with the same key', async () => {
    const stateKey = 'k'.repeat(32)
    const { handler } = createFixture({ stateKey })
    const { handler: other } = createFixture({ stateKey })
    expect(await ask(other, 'one', (await ask(handler, 'one')).result?.requestState)).toMatchObject(
      {
        result: { structuredContent: { data: { kept: 'kept by one, round 1' } } },
      },
    )
  })
})

describe('sessions', () => {
  const initialize = {
    id: 'init',
    method: 'initialize',
    params: {
      protocolVersion: legacyVersions[0],
      capabilities: {},
      clientInfo: { name: 'old', version: '1' },
    },
  }
  const call = { id: 2, method: 'tools/call', params: { name: 'note' } }

  it('remember who opened them', async () => {
    let next = 0
    const note = defineTool({
      name: 'note',
      summary: 'Note who calls.',
      output: z.object({ by: z.string() }),
      effect: 'read',
      run: (_, call) => ok({ by: call.client?.name ?? 'nobody' }),
    })
    const handler = createMcpHandler(
      defineServer({
        name: 'fixture',
        version: '1.0.0',
        tools: [note],
        log: silentLog,
        newId: () => `id-${(next += 1)}`,
      }),
      { sessions: true },
    )
    const opened = await handler.fetch(legacy(initialize))
    const session = opened.headers.get('mcp-session-id') ?? ''
    // The ids of requests are the author's, and may be easy to guess.
    expect(session).toMatch(/^[\da-f]{8}-[\da-f]{4}-4/)
    expect(
      await (await handler.fetch(legacy(call, { 'Mcp-Session-Id': session }))).text(),
    ).toContain('"by":"old"')
    const ended = await handler.fetch(
      new Request('http://localhost/mcp', {
        method: 'DELETE',
        headers: { ...accept, 'Mcp-Session-Id': session },
      }),
    )
    expect(ended.status).toBe(200)
    expect((await handler.fetch(legacy(call, { 'Mcp-Session-Id': session }))).status).toBe(404)
    await handler.close()
  })

  it('are not kept unless they are asked for', async () => {
    const { handler } = createFixture()
    const opened = await handler.fetch(legacy(initialize))
    expect(opened.headers.get('mcp-session-id')).toBe(null)
  })
})
