import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { McpServer, createMcpHandler as createSdkHandler } from '@modelcontextprotocol/server'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../../define/tool.ts'
import { silentLog } from '../../../log/log.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'
import { createMcpHandler } from '../create-mcp-handler.ts'
import { createMcpLanes } from '../create-mcp-lanes.ts'
import { metaKeys, modernVersion } from '../protocol/meta-keys.ts'
import { createParamCheck } from './create-param-check.ts'

const input = z.object({
  region: z.string().optional().meta({ 'x-mcp-header': 'Region' }),
  size: z.int().optional().meta({ 'x-mcp-header': 'Size' }),
  dry: z.boolean().optional().meta({ 'x-mcp-header': 'Dry' }),
  place: z.object({ zone: z.string().meta({ 'x-mcp-header': 'Zone' }) }).optional(),
})
const output = z.object({})
const place = defineTool({
  name: 'place',
  formerly: [{ name: 'put' }],
  summary: 'Place it.',
  input,
  output,
  effect: 'write',
  run: () => ok({}),
})
const asking = defineTool({
  name: 'asking',
  summary: 'Place it, and perhaps ask.',
  input,
  output,
  effect: 'write',
  interactive: true,
  run: () => ok({}),
})
const plain = defineTool({
  name: 'plain',
  summary: 'Answer.',
  output,
  effect: 'read',
  run: () => ok({}),
})
const init = { name: 'params', version: '1.0.0', log: silentLog }
const server = defineServer({ ...init, tools: [place, asking, plain] })
const handler = createMcpHandler(server, { cors: { origins: ['https://a.example'] } })
const lanes = createMcpLanes(server)

/** The official server with the same tool, which is right by definition. */
const official = createSdkHandler(() => {
  const sdk = new McpServer({ name: 'params', version: '1.0.0' })
  sdk.registerTool('place', { inputSchema: input }, () => ({ content: [] }))
  return sdk
})

interface Sent {
  readonly name?: string
  readonly args: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly meta?: Readonly<Record<string, unknown>>
}

const messageOf = ({ name = 'place', args, meta = {} }: Sent) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: {
    name,
    arguments: args,
    _meta: {
      [metaKeys.version]: modernVersion,
      [metaKeys.capabilities]: {},
      [metaKeys.clientInfo]: { name: 'tester', version: '1' },
      ...meta,
    },
  },
})

const headersOf = ({ name = 'place', headers = {} }: Sent) => ({
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': modernVersion,
  'Mcp-Method': 'tools/call',
  'Mcp-Name': name,
  ...headers,
})

const toRequest = (sent: Sent) =>
  new Request('http://localhost/mcp', {
    method: 'POST',
    headers: headersOf(sent),
    body: JSON.stringify(messageOf(sent)),
  })
const send = (sent: Sent) => handler.fetch(toRequest(sent))
const isFast = (sent: Sent) => {
  const headers = Object.fromEntries(new Headers(headersOf(sent)))
  return lanes.answerFast(messageOf(sent), { headers }) !== undefined
}

const region = { args: { region: 'eu' }, headers: { 'Mcp-Param-Region': 'eu' } }

describe('the headers Mcp-Param-*', () => {
  it('let a call through if they repeat the arguments', async () => {
    expect((await send(region)).status).toBe(200)
    expect(isFast(region)).toBe(true)
  })

  it.each<[string, Sent]>([
    ['another value', { ...region, headers: { 'Mcp-Param-Region': 'us' } }],
    ['no header', { ...region, headers: {} }],
    ['a former name of the tool', { ...region, name: 'put', headers: {} }],
    ['a tool that may ask', { ...region, name: 'asking', headers: {} }],
    ['a call with progress', { ...region, headers: {}, meta: { progressToken: 1 } }],
    ['a nested argument', { args: { place: { zone: 'a' } }, headers: { 'Mcp-Param-Zone': 'b' } }],
  ])('refuse a call with 400 and -32020: %s', async (_, sent) => {
    const response = await send(sent)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ id: 7, error: { code: -32_020 } })
  })

  it('say which header is wrong, and do not repeat values', async () => {
    const response = await send({ args: { region: 'secret' }, headers: {} })
    const { error } = (await response.json()) as { error: { message: string } }
    expect(error.message).toBe("The header Mcp-Param-Region must repeat the argument 'region'.")
  })

  it('are not asked of clients of the 2025 revisions', async () => {
    const { 'Mcp-Method': _, 'Mcp-Name': __, ...headers } = headersOf({ args: {} })
    const response = await handler.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: { ...headers, 'MCP-Protocol-Version': '2025-11-25' },
        body: JSON.stringify({
          ...messageOf(region),
          params: { name: 'place', arguments: region.args },
        }),
      }),
    )
    expect(response.status).toBe(200)
  })

  it('may be sent by web pages of an allowed origin', async () => {
    const response = await handler.fetch(
      new Request('http://localhost/mcp', {
        method: 'OPTIONS',
        headers: { Origin: 'https://a.example', 'Access-Control-Request-Method': 'POST' },
      }),
    )
    expect(response.headers.get('access-control-allow-headers')).toContain(
      'Mcp-Param-Region,Mcp-Param-Size,Mcp-Param-Dry,Mcp-Param-Zone',
    )
  })

  it('are sent by the official client', async () => {
    const client = new Client(
      { name: 'tester', version: '1' },
      { versionNegotiation: { mode: { pin: modernVersion } } },
    )
    const fetch = (url: string | URL, sent?: RequestInit) => handler.fetch(new Request(url, sent))
    await client.connect(
      new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), { fetch }),
    )
    await client.listTools()
    const result = await client.callTool({
      name: 'place',
      arguments: { region: 'Zürich', size: 3 },
    })
    expect(result.isError).toBeUndefined()
    await client.close()
  })

  it('are checked as the official server does', async () => {
    const value = fc.constantFrom('eu', 'us', '', 42, 42.5, -1, 2 ** 60, true, false, null, [], {})
    const text = fc.constantFrom(
      'eu',
      '42',
      '42.0',
      '042',
      '4.2e1',
      '42.5',
      '-1',
      'true',
      'TRUE',
      '',
      ' ',
      'null',
      '=?base64?ZXU=?=',
      '=?base64?ZXU?=',
      '=?base64?NDI=?=',
      '=?base64?dHJ1ZQ==?=',
    )
    const sent = fc.record({
      args: fc.record({ region: value, size: value, dry: value }, { requiredKeys: [] }),
      headers: fc.record(
        { 'Mcp-Param-Region': text, 'Mcp-Param-Size': text, 'Mcp-Param-Dry': text },
        { requiredKeys: [] },
      ),
    })
    await fc.assert(
      fc.asyncProperty(sent, async (one) => {
        const [ours, theirs] = await Promise.all([send(one), official.fetch(toRequest(one))])
        expect(ours.status).toBe(theirs.status)
      }),
      { numRuns: 300 },
    )
  })
})

describe('createParamCheck', () => {
  it('makes none for a server whose tools have no such argument', () => {
    expect(createParamCheck(defineServer({ ...init, tools: [plain] }))).toBeUndefined()
  })

  it('is not for a tool without such an argument', () => {
    const check = createParamCheck(server)
    expect(check?.isFor('place')).toBe(true)
    expect(check?.isFor('plain')).toBe(false)
  })
})

describe('a wrong mark of a header', () => {
  it('is a fault of the definition', () => {
    const bad = defineTool({
      name: 'bad',
      summary: 'Answer.',
      input: z.object({ a: z.string().meta({ 'x-mcp-header': 'two words' }) }),
      output,
      effect: 'read',
      run: () => ok({}),
    })
    expect(() => defineServer({ ...init, tools: [bad] })).toThrow(
      /tool 'bad' input\.a x-mcp-header: "two words" cannot/,
    )
  })
})
