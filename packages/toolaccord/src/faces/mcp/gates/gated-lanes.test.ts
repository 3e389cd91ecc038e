import { describe, expect, it } from 'vitest'
import { type Sent, createCompare, lanesServer } from '../../../../test/both-lanes.ts'
import { metaKeys, modernVersion } from '../protocol/meta-keys.ts'

const compare = createCompare(lanesServer, { gates: 'always' })

type Params = Readonly<Record<string, unknown>>

const json = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }

function modern(method: string, params: Params = {}): Sent {
  const headers: Record<string, string> = {
    ...json,
    'MCP-Protocol-Version': modernVersion,
    'Mcp-Method': method,
  }
  if (typeof params.name === 'string') headers['Mcp-Name'] = params.name
  const _meta = { [metaKeys.version]: modernVersion, [metaKeys.capabilities]: {} }
  return { headers, body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } } }
}

const legacy = (method: string, params: Params = {}): Sent => ({
  headers: json,
  body: { jsonrpc: '2.0', id: 1, method, params },
})

const calls: readonly Params[] = [
  { name: 'search_tools', arguments: { query: 'add numbers' } },
  { name: 'search_tools', arguments: { query: 'quantum' } },
  { name: 'search_tools', arguments: {} },
  { name: 'describe_tools', arguments: { names: ['add', 'none'] } },
  { name: 'describe_tools', arguments: { names: ['none'] } },
  { name: 'call_read_tool', arguments: { name: 'add', arguments: { a: 1 } } },
  { name: 'call_read_tool', arguments: { name: 'add', arguments: '{"a":1}' } },
  { name: 'call_read_tool', arguments: { name: 'crash', arguments: {} } },
  { name: 'call_read_tool', arguments: { name: 'nothing' } },
  { name: 'call_read_tool', arguments: { name: 'add', arguments: 5 } },
  { name: 'call_read_tool', arguments: 'x' },
  { name: 'call_read_tool' },
  { name: 'call_write_tool', arguments: { name: 'show' } },
  { name: 'call_write_tool', arguments: { name: 'find', arguments: { hard: true } } },
  { name: 'call_write_tool', arguments: { name: 'call_read_tool', arguments: {} } },
  { name: 'add', arguments: { a: 1 } },
  { name: 'nothing', arguments: {} },
]

const requests: readonly Sent[] = [
  ...calls.flatMap((params) => [modern('tools/call', params), legacy('tools/call', params)]),
  modern('tools/list'),
  legacy('tools/list'),
  modern('server/discover'),
  legacy('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'tester', version: '1' },
  }),
]

describe('a server behind gates', () => {
  it.each(requests.map((sent) => [JSON.stringify(sent.body), sent] as const))(
    'is answered by the fast lane as by the SDK: %s',
    async (_, sent) => {
      expect(await compare(sent)).toBe(true)
    },
  )
})
