import {
  budgetKey,
  dialectKey,
  idempotencyKeyKey,
  metaKeys,
  modernVersion,
  requestIdKey,
} from '../faces/mcp/protocol/meta-keys.ts'
import { compact } from '../json/json.ts'

/** The options of a call that travel in its `_meta`. */
export interface McpCallOptions {
  readonly id?: string | undefined
  readonly idempotencyKey?: string | undefined
  readonly budget?: number | undefined
  readonly dialect?: string | undefined
}

/** Makes the request that calls a tool over MCP, of the stateless revision. */
export function toMcpRequest(name: string, args: unknown, options: McpCallOptions): Request {
  const { id, idempotencyKey, budget, dialect } = options
  const _meta = compact({
    [metaKeys.version]: modernVersion,
    [metaKeys.capabilities]: {},
    [requestIdKey]: id,
    [idempotencyKeyKey]: idempotencyKey,
    [budgetKey]: budget,
    [dialectKey]: dialect,
  })
  const params = { name, arguments: args, _meta }
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'mcp-protocol-version': modernVersion,
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
}
