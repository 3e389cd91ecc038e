import {
  contractByFlag,
  contractFlag,
  createFlags,
  defineFlags,
  defineServer,
  defineTool,
  ok,
} from 'toolaccord'
import { mcpGuide, responseV2 } from 'toolaccord/contracts'
import { createMcpHandler } from 'toolaccord/mcp'
import { createRestHandler } from 'toolaccord/rest'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

const flags = createFlags(defineFlags(contractFlag), {
  overrides: { clients: { inspector: { response_contract_v2: true } } },
})
const ping = defineTool({
  name: 'ping',
  summary: 'Answer.',
  output: z.object({ up: z.boolean() }),
  effect: 'read',
  run: () => ok({ up: true }),
})
const server = defineServer({
  name: 'office',
  version: '1',
  tools: [ping],
  flags,
  contractFor: contractByFlag(flags, { on: responseV2, off: mcpGuide }),
})

const toMeta = (client: string): Record<string, unknown> => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: client, version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
})

async function sendMcp(method: string, params: Record<string, unknown>): Promise<string> {
  const headers = new Headers({
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
  })
  if (typeof params.name === 'string') headers.set('mcp-name', params.name)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const request = new Request('http://localhost/mcp', { method: 'POST', headers, body })
  const response = await createMcpHandler(server).fetch(request)
  return response.text()
}

/** The envelope that an MCP client gets; without a dialect it asks for none. */
async function callOverMcp(client: string, dialect?: string): Promise<unknown> {
  const _meta = toMeta(client)
  if (dialect !== undefined) _meta['dev.toolaccord/dialect'] = dialect
  const text = await sendMcp('tools/call', { name: 'ping', _meta })
  // The cast names the one property that is looked at.
  const { result } = JSON.parse(text) as { readonly result: { structuredContent: unknown } }
  return result.structuredContent
}

/** The envelope that an HTTP client gets. */
async function callOverRest(client: string, accept = 'application/json'): Promise<unknown> {
  const headers = { 'user-agent': client, accept }
  const request = new Request('http://localhost/api/ping', { headers })
  const response = await createRestHandler(server)(request)
  return response.json()
}

describe('the contract of an answer', () => {
  it('is chosen by the flag for who asks, on every face', async () => {
    expect(responseV2.is(await callOverMcp('inspector'))).toBe(true)
    expect(responseV2.is(await callOverRest('inspector'))).toBe(true)
    expect(mcpGuide.is(await callOverMcp('other'))).toBe(true)
    expect(mcpGuide.is(await callOverRest('other'))).toBe(true)
  })

  it('is the one that a call asks for, whatever the flag says', async () => {
    expect(mcpGuide.is(await callOverMcp('inspector', 'mcp-guide'))).toBe(true)
    const accept = 'application/vnd.toolaccord.response-v2+json'
    expect(responseV2.is(await callOverRest('other', accept))).toBe(true)
  })

  it('is not promised by the list of tools, which is the same for all', async () => {
    const answer = await sendMcp('tools/list', { _meta: toMeta('inspector') })
    expect(answer).toContain('"outputSchema":{"type":"object"}')
  })
})
