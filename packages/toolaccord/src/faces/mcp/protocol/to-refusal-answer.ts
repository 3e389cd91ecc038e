import { jsonRpcErrors } from '../../../outcome/json-rpc-errors.ts'
import type { Reason } from '../../../outcome/reasons.ts'
import { type Refusal, statusOfReason } from '../../../outcome/refusal.ts'

/** The HTTP answer to a request that did not become a message. */
export interface RefusalAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly json: string
}

/** Writes a refusal as the protocol wants it: a JSON-RPC error without an id. */
export function toRefusalAnswer({ reason, message, headers }: Refusal): RefusalAnswer {
  return {
    status: statusOfReason(reason),
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', ...headers },
    json: toJsonRpcError(codeOf(reason), message),
  }
}

function codeOf(reason: Reason): number {
  if (reason === 'malformed_input') return jsonRpcErrors.parseError
  if (reason === 'internal') return jsonRpcErrors.internalError
  return jsonRpcErrors.serverError
}

/** A JSON-RPC error as a string; without an id it belongs to no request. */
export const toJsonRpcError = (code: number, message: string, id: unknown = null): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
