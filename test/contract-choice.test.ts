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

const mcp = createMcpHandler(server)
const sendMcp = (method: string, params: object, headers: Record<string, string> = {}) =>
  mcp.fetch(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    }),
  )
const toMeta = (client: string) => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: client, version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
})

const overMcp = async (client: string, dialect?: string) => {
  const _meta = {
    ...toMeta(client),
    ...(dialect !== undefined && { 'dev.toolaccord/dialect': dialect }),
  }
  const response = await sendMcp('tools/call', { name: 'ping', _meta }, { 'mcp-name': 'ping' })
  // The cast names the one member that is looked at.
  const { result } = (await response.json()) as {
    readonly result: { readonly structuredContent: object }
  }
  return result.structuredContent
}
const overRest = async (client: string, accept = 'application/json'): Promise<unknown> =>
  (
    await createRestHandler(server)(
      new Request('http://localhost/api/ping', { headers: { 'user-agent': client, accept } }),
    )
  ).json()

describe('the contract of an answer', () => {
  it('is chosen by the flag for who asks, on every face', async () => {
    for (const answer of [await overMcp('inspector'), await overRest('inspector')])
      expect(responseV2.is(answer)).toBe(true)
    for (const answer of [await overMcp('other'), await overRest('other')])
      expect(mcpGuide.is(answer)).toBe(true)
  })

  it('is the one that a call asks for, whatever the flag says', async () => {
    expect(mcpGuide.is(await overMcp('inspector', 'mcp-guide'))).toBe(true)
    expect(
      responseV2.is(await overRest('other', 'application/vnd.toolaccord.response-v2+json')),
    ).toBe(true)
  })

  it('is not promised by the list of tools, which is the same for all', async () => {
    const response = await sendMcp('tools/list', { _meta: toMeta('inspector') })
    expect(await response.text()).toContain('"outputSchema":{"type":"object"}')
  })
})
