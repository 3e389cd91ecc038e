import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type AnyTool, type Logger, type Server, defineServer, defineTool, ok } from 'toolaccord'
import { createAuthenticator, hashKey } from 'toolaccord/auth'
import { type McpOptions, createMcpHandler } from 'toolaccord/mcp'
import { type HttpOptions, serveHttp } from 'toolaccord/node'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createServer as createDarkroom } from '../servers/darkroom/src/server.ts'
import { createServer as createDatachain } from '../servers/datachain/src/server.ts'

const drop = () => {}
const log: Logger = { trace: drop, debug: drop, info: drop, warn: drop, error: drop }

/** What a test has opened, to be closed after it, the last first. */
const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
})

/** A server of bookmarks, among a hundred tools about other things. */
function createBookmarks(deleted: string[] = []): Server {
  const bookmark = z.object({ id: z.string() })
  const addBookmark = defineTool({
    name: 'add_bookmark',
    summary: 'Save a link.',
    input: z.object({ url: z.string(), title: z.string(), tags: z.array(z.string()).optional() }),
    output: bookmark,
    effect: 'write',
    scopes: ['bookmarks:write'],
    run: () => ok({ id: 'b2' }),
  })
  const getBookmark = defineTool({
    name: 'get_bookmark',
    summary: 'Read one bookmark.',
    input: z.object({ id: z.string().describe('As list_bookmarks shows it') }),
    output: bookmark,
    effect: 'read',
    run: ({ id }) => ok({ id }),
  })
  const deleteBookmark = defineTool({
    name: 'delete_bookmark',
    summary: 'Delete a bookmark for good.',
    input: z.object({ id: z.string() }),
    output: bookmark,
    effect: 'destroy',
    run({ id }) {
      deleted.push(id)
      return ok({ id })
    },
  })
  const others = Array.from({ length: 100 }, (_, at): AnyTool => {
    const name = `list_thing${at}`
    const summary = `List every thing of kind ${at}.`
    return defineTool({ name, summary, output: z.object({}), effect: 'read', run: () => ok({}) })
  })
  const tools = [...others, addBookmark, getBookmark, deleteBookmark]
  return defineServer({ name: 'bookmarks', version: '1.0.0', tools, log, env: {} })
}

async function serve(server: Server, options: HttpOptions = {}) {
  const http = await serveHttp(server, { port: 0, mcp: { gates: 'always' }, ...options })
  open.push(http)
  return http
}

type ClientOptions = NonNullable<ConstructorParameters<typeof Client>[1]>
type Mode = NonNullable<ClientOptions['versionNegotiation']>['mode']

interface Connecting {
  readonly mode: Mode
  readonly token?: string
  /** How the user answers every question. */
  readonly action?: 'accept' | 'decline'
}

async function connect(url: string, { mode, token, action }: Connecting) {
  const capabilities = action && { elicitation: { form: {} } }
  const info = { name: 'tester', version: '1' }
  const client = new Client(info, { versionNegotiation: { mode }, capabilities })
  const questions: string[] = []
  if (action !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      questions.push(params.message)
      return action === 'accept' ? { action, content: { agree: true } } : { action }
    })
  }
  const requestInit = token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }))
  open.push(client)
  const call = async (name: string, args: Record<string, unknown>) => {
    const { structuredContent } = await client.callTool({ name, arguments: args })
    return structuredContent
  }
  return { client, questions, call }
}

const eras: readonly (readonly [string, Mode])[] = [
  ['2025', 'legacy'],
  ['2026', { pin: '2026-07-28' }],
]

describe.each(eras)('the official client of %s', (era, mode) => {
  it('goes from a search to the details to the call', async () => {
    const { url } = await serve(createBookmarks())
    const { client, call } = await connect(url, { mode })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'search_tools',
      'describe_tools',
      'call_read_tool',
      'call_write_tool',
    ])
    const found = await call('search_tools', { query: 'look up a link' })
    expect(found).toMatchObject({ success: true, data: { tools: { 0: { name: 'get_bookmark' } } } })
    const described = await call('describe_tools', { names: ['get_bookmark'] })
    expect(described).toMatchObject({
      data: {
        tools: [
          {
            call_with: 'call_read_tool',
            input_schema: { properties: { id: { description: 'As list_bookmarks shows it' } } },
          },
        ],
      },
    })
    const args = { name: 'get_bookmark', arguments: { id: 'b1' } }
    expect(await call('call_read_tool', args)).toMatchObject({ success: true, data: { id: 'b1' } })
  })

  it('finds delete_bookmark first for: remove a link', async () => {
    const { url } = await serve(createBookmarks())
    const { call } = await connect(url, { mode })
    expect(await call('search_tools', { query: 'remove a link' })).toMatchObject({
      data: { tools: { 0: { name: 'delete_bookmark', effect: 'destroy' } } },
    })
  })

  it('is asked for the consent of its user when a gate leads to a tool that destroys', async () => {
    const deleted: string[] = []
    // Only a session can be asked in the handshake of 2025.
    const mcp: McpOptions = { gates: 'always', sessions: era === '2025' }
    const { url } = await serve(createBookmarks(deleted), { mcp })
    const args = { name: 'delete_bookmark', arguments: { id: 'b1' } }
    const refusing = await connect(url, { mode, action: 'decline' })
    expect(await refusing.call('call_write_tool', args)).toMatchObject({ success: false })
    expect(refusing.questions).toHaveLength(1)
    expect(deleted).toEqual([])
    const agreeing = await connect(url, { mode, action: 'accept' })
    expect(await agreeing.call('call_write_tool', args)).toMatchObject({ success: true })
    expect(agreeing.questions).toHaveLength(1)
    expect(deleted).toEqual(['b1'])
  })

  it('does not destroy through the gate for reading, and nobody is asked', async () => {
    const deleted: string[] = []
    const { url } = await serve(createBookmarks(deleted))
    const { call, questions } = await connect(url, { mode, action: 'accept' })
    const args = { name: 'delete_bookmark', arguments: { id: 'b1' } }
    expect(await call('call_read_tool', args)).toMatchObject({ success: false })
    expect(questions).toEqual([])
    expect(deleted).toEqual([])
  })

  it('needs the scopes of the tool behind a gate, and is refused with 403 without', async () => {
    const keys = [
      { id: 'reader', token: crypto.randomUUID(), scopes: ['bookmarks:read'] },
      { id: 'writer', token: crypto.randomUUID(), scopes: ['bookmarks:write'] },
    ] as const
    const hashed = keys.map(async ({ id, token, scopes }) => {
      return { id, hash: await hashKey(token), scopes: [...scopes] }
    })
    const authenticator = createAuthenticator({ keys: await Promise.all(hashed) })
    const { url } = await serve(createBookmarks(), { authenticator })
    const args = { name: 'add_bookmark', arguments: { url: 'https://a.example', title: 'A' } }
    const writer = await connect(url, { mode, token: keys[1].token })
    expect(await writer.call('call_write_tool', args)).toMatchObject({ success: true })
    const reader = await connect(url, { mode, token: keys[0].token })
    await expect(reader.call('call_write_tool', args)).rejects.toThrow()
    expect(await reader.call('search_tools', { query: 'link' })).toMatchObject({ success: true })
    const answer = await fetch(new URL('/mcp', url), {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        Authorization: `Bearer ${keys[0].token}`,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'call_write_tool', arguments: args },
      }),
    })
    expect(answer.status).toBe(403)
    expect(answer.headers.get('www-authenticate')).toContain('bookmarks:write')
  })
})

/** What people ask of the servers here, and the tool that they mean. */
const asked: Readonly<Record<string, readonly (readonly [query: string, name: string])[]>> = {
  darkroom: [
    ['undo the last edit', 'reset'],
    ['compare two pictures side by side', 'compare'],
    ['show me what it looks like now', 'render_preview'],
    ['save the finished jpeg', 'export_final'],
    ['which moves are there', 'list_vocabulary'],
    ['go back to an earlier version', 'reset'],
    ['label this version', 'tag'],
    ['start working on a photo', 'ingest'],
    ['what was done so far', 'log'],
    ['remove an edit', 'remove_module'],
    ['remember what I like', 'propose_taste_update'],
    ['heal a dust spot', 'apply_spot'],
    ['copy the edits to other photos', 'propagate_state'],
    ['switch to another branch', 'checkout'],
    ['white balance from a grey card', 'wb_from_gray_card'],
    ['make only the sky darker', 'apply_per_region'],
  ],
  datachain: [
    ['what categories are there', 'list_categories'],
    ['check my chain for mistakes', 'validate_datachain'],
    ['render to html', 'render_datachain'],
    ['look up an element', 'get_element'],
    ['find elements about faces', 'list_elements'],
    ['get the schema', 'get_schema'],
    ['which versions exist', 'list_schema_versions'],
    ['picture of an element', 'get_icon_url'],
    ['several elements at once', 'get_elements'],
    ['expand a chain so that it stands alone', 'resolve_datachain'],
  ],
}

describe('a search in the servers here', () => {
  it('has what is meant among the first three for 90 % of the queries', async () => {
    const servers = { darkroom: await createDarkroom({}), datachain: await createDatachain() }
    const missed: string[] = []
    for (const [name, server] of Object.entries(servers)) {
      for (const [query, tool] of asked[name] ?? []) {
        const found = await search(server, query)
        if (!found.includes(tool)) missed.push(`${query} → ${found.join(', ')}, not ${tool}`)
      }
    }
    const count = Object.values(asked).flat().length
    expect(missed.length / count, missed.join('\n')).toBeLessThanOrEqual(0.1)
  })
})

async function search(server: Server, query: string): Promise<readonly string[]> {
  const handler = createMcpHandler(server, { gates: 'always' })
  const response = await handler.fetch(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search_tools', arguments: { query, limit: 3 } },
      }),
    }),
  )
  const Answer = z.object({
    result: z.object({
      structuredContent: z.object({
        data: z.union([
          z.array(z.object({ name: z.string() })),
          z.object({ tools: z.array(z.object({ name: z.string() })) }),
        ]),
      }),
    }),
  })
  const { data } = Answer.parse(await response.json()).result.structuredContent
  return (Array.isArray(data) ? data : data.tools).map(({ name }) => name)
}
