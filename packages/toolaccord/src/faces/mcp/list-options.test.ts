import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createAuthenticator } from '../../auth/create-authenticator.ts'
import { hashKey } from '../../auth/hash-key.ts'
import { definePrompt } from '../../define/prompt.ts'
import { defineTool } from '../../define/tool.ts'
import { isRecord } from '../../json/json.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { type McpHandlerOptions, createMcpHandler } from './create-mcp-handler.ts'
import { metaKeys, modernVersion } from './protocol/meta-keys.ts'

const ping = defineTool({
  name: 'ping',
  summary: 'Answer.',
  output: z.object({ up: z.boolean() }),
  effect: 'read',
  run: () => ok({ up: true }),
})
const hello = definePrompt({ name: 'hello', summary: 'Say hello.', write: () => [] })
const server = defineServer({
  name: 'fixture',
  version: '1.0.0',
  tools: [ping, { ...ping, name: 'pong' }],
  toolSets: { core: ['ping'] },
  prompts: [hello],
  log: silentLog,
})

/** Only the SDK answers a request with a progress token. */
const lanes = [
  ['the fast lane', {}],
  ['the SDK', { progressToken: 1 }],
] as const

async function ask(
  options: McpHandlerOptions,
  method: string,
  { meta = {}, name, token = '' }: { meta?: object; name?: string; token?: string } = {},
): Promise<Readonly<Record<string, unknown>>> {
  const headers = new Headers({
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': modernVersion,
    'Mcp-Method': method,
    Authorization: `Bearer ${token}`,
  })
  if (name !== undefined) headers.set('Mcp-Name', name)
  const _meta = { [metaKeys.version]: modernVersion, [metaKeys.capabilities]: {}, ...meta }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { name, _meta } })
  const { fetch } = createMcpHandler(server, options)
  const response = await fetch(
    new Request('http://localhost/mcp', { method: 'POST', headers, body }),
  )
  const text = await response.text()
  const json: unknown = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text)
  if (!isRecord(json) || !isRecord(json.result)) throw new Error(text)
  return json.result
}

describe.each(lanes)('%s', (_, meta) => {
  it.each(['tools/list', 'server/discover'])(
    'lets clients keep and share what %s gives, for five minutes',
    async (method) => {
      const hint = { ttlMs: 300_000, cacheScope: 'public' }
      expect(await ask({}, method, { meta })).toMatchObject(hint)
    },
  )

  it('says so in private where callers prove who they are', async () => {
    const token = crypto.randomUUID()
    const authenticator = createAuthenticator({ keys: [{ id: 'a', hash: await hashKey(token) }] })
    const result = await ask({ authenticator }, 'tools/list', { meta, token })
    expect(result.cacheScope).toBe('private')
  })

  it('takes another time from the options', async () => {
    expect(await ask({ listTtlMs: 0 }, 'tools/list', { meta })).toMatchObject({ ttlMs: 0 })
  })

  it('lists no output schemas if the options say so, and answers with structure anyway', async () => {
    const options = { outputSchemas: false }
    const { tools } = await ask(options, 'tools/list', { meta })
    const bare = expect.not.objectContaining({ outputSchema: expect.anything() })
    expect(tools).toEqual([bare, bare])
    const result = await ask(options, 'tools/call', { meta, name: 'ping' })
    expect(result.structuredContent).toMatchObject({ success: true, data: { up: true } })
  })
})

describe.each(lanes)('%s, told to offer some of the tools', (_, meta) => {
  it.each([['core'], ['ping']])('lists those of %s', async (name) => {
    const { tools } = await ask({ tools: [name] }, 'tools/list', { meta })
    expect(tools).toEqual([expect.objectContaining({ name: 'ping' })])
  })

  it('answers calls of others as calls of unknown tools', async () => {
    const result = await ask({ tools: ['core'] }, 'tools/call', { meta, name: 'pong' })
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toMatchObject({
      data: { error_code: 'NOT_FOUND' },
      error: "The server was started without the tool 'pong'.",
    })
  })
})

describe('the options of a list', () => {
  it('hold for prompts too, which only the SDK lists', async () => {
    expect(await ask({}, 'prompts/list')).toMatchObject({ ttlMs: 300_000, cacheScope: 'public' })
  })

  it('cannot be tools that the server does not have', () => {
    expect(() => createMcpHandler(server, { tools: ['cor'] })).toThrow("Did you mean 'core'?")
  })

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'cannot be a time of %d',
    (listTtlMs) => {
      expect(() => createMcpHandler(server, { listTtlMs })).toThrow(
        `listTtlMs: ${listTtlMs} is not a whole number from 0.`,
      )
    },
  )
})
