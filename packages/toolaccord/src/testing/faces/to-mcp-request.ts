import type { CallOptions } from '../../define/call.ts'
import {
  budgetKey,
  dialectKey,
  idempotencyKeyKey,
  metaKeys,
  modernVersion,
  requestIdKey,
} from '../../faces/mcp/protocol/meta-keys.ts'
import { compact } from '../../json/json.ts'
import type { FaceCallOptions } from './face-call-options.ts'

/** A request over MCP, before its options are added. */
export interface McpCall {
  readonly method: 'tools/call' | 'prompts/get' | 'resources/read'
  /** The tool, prompt or resource that is meant. */
  readonly name: string
  readonly params: Readonly<Record<string, unknown>>
}

/** What a client that can be asked declares. */
const asked: NonNullable<CallOptions['conversation']>['capabilities'] = {
  elicitation: { form: {}, url: {} },
  sampling: {},
  roots: {},
}

/** The capabilities of a caller with these options. */
export const capabilitiesOf = ({ answers }: FaceCallOptions) => (answers === undefined ? {} : asked)

/** Makes a request of the stateless revision. */
export function toMcpRequest(call: McpCall, options: FaceCallOptions): Request {
  const { id, idempotencyKey, budget, dialect, onProgress } = options
  const _meta = compact({
    [metaKeys.version]: modernVersion,
    [metaKeys.capabilities]: capabilitiesOf(options),
    [requestIdKey]: id,
    [idempotencyKeyKey]: idempotencyKey,
    [budgetKey]: budget,
    [dialectKey]: dialect,
    progressToken: onProgress && 1,
  })
  const { method, name } = call
  const params = { ...call.params, _meta }
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': modernVersion,
      'mcp-method': method,
      'mcp-name': name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
}
