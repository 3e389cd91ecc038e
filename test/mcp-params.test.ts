import { definePrompt, defineResource, defineServer, defineTool, ok } from 'toolaccord'
import { createMcpHandler } from 'toolaccord/mcp'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

const server = defineServer({
  name: 'params',
  version: '1.0.0',
  tools: [
    defineTool({
      name: 'ping_back',
      summary: 'Answer.',
      effect: 'read',
      output: z.object({}),
      run: () => ok({}),
    }),
  ],
  prompts: [
    definePrompt({
      name: 'greet',
      summary: 'Greet.',
      arguments: { who: { summary: 'Whom to greet', complete: () => ['Ada'] } },
      write: ({ who = 'you' }) => [{ role: 'user', content: { type: 'text', text: `Hi ${who}` } }],
    }),
  ],
  resources: [
    defineResource({
      uri: 'params://one',
      name: 'one',
      summary: 'One.',
      read: () => ({ text: 'one' }),
    }),
  ],
})

const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'tester', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

type Params = Readonly<Record<string, unknown>> | undefined

async function send(era: string, method: string, given: Params): Promise<unknown> {
  const isModern = era === '2026'
  const params = isModern ? { ...given, _meta: modernMeta } : given
  const headers = new Headers({
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  })
  if (isModern) {
    headers.set('MCP-Protocol-Version', '2026-07-28')
    headers.set('Mcp-Method', method)
    if (typeof given?.name === 'string') headers.set('Mcp-Name', given.name)
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const request = new Request('http://localhost/mcp', { method: 'POST', headers, body })
  const text = await (await createMcpHandler(server).fetch(request)).text()
  return JSON.parse(text.replace(/^event: message\ndata: /, ''))
}

const prompt =
  'prompts/get needs params.name, a string: the name of a prompt, as prompts/list gives it.'
const resource =
  'resources/read needs params.uri, a string: the URI of a resource, as resources/list gives it.'
const tool = 'tools/call needs params.name, a string: the name of a tool, as tools/list gives it.'
const completion =
  'completion/complete needs params.ref, a prompt by its name or a resource by its uri, ' +
  'and params.argument with name and value.'

const refused: readonly (readonly [string, Params, string])[] = [
  ['prompts/get', undefined, prompt],
  ['prompts/get', {}, prompt],
  ['prompts/get', { name: 7 }, prompt],
  [
    'prompts/get',
    { name: 'greet', arguments: { who: 7 } },
    "prompts/get takes params.arguments as strings, and 'who' is not one.",
  ],
  [
    'prompts/get',
    { name: 'greet', arguments: [] },
    'prompts/get takes params.arguments as an object of strings.',
  ],
  ['resources/read', undefined, resource],
  ['resources/read', {}, resource],
  ['resources/read', { uri: null }, resource],
  ['tools/call', undefined, tool],
  ['tools/call', { arguments: {} }, tool],
  ['completion/complete', {}, completion],
  ['completion/complete', { ref: { type: 'ref/prompt' }, argument: {} }, completion],
  [
    'prompts/list',
    { cursor: 7 },
    'prompts/list takes params.cursor as a string: the nextCursor of the page before.',
  ],
]

describe.each(['2025', '2026'])('a request of the %s revisions', (era) => {
  it.each(refused)('%s with %j is refused in one sentence', async (method, params, message) => {
    expect(await send(era, method, params)).toMatchObject({
      id: 1,
      error: { code: -32602, message },
    })
  })

  it('is answered if its parameters are right', async () => {
    const greeted = await send(era, 'prompts/get', { name: 'greet', arguments: { who: 'Ada' } })
    expect(JSON.stringify(greeted)).toContain('Hi Ada')
    expect(await send(era, 'prompts/list', {})).toMatchObject({ result: { prompts: [{}] } })
  })
})
