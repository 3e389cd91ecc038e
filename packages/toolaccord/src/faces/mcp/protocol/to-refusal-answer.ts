import type { Contract } from '../../../contracts/contract/contract.ts'
import { compact, isRecord } from '../../../json/json.ts'
import { jsonRpcErrors } from '../../../outcome/json-rpc-errors.ts'
import type { Reason } from '../../../outcome/reasons.ts'
import { type Refusal, statusOfReason } from '../../../outcome/refusal.ts'
import { safeId } from '../../plausible.ts'
import { requestIdKey } from './meta-keys.ts'

/** The HTTP answer to a request that did not become a message. */
export interface RefusalAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly json: string
}

/** The request that is refused. */
export interface RefusedMessage {
  /** The body, as far as it was read. */
  readonly message?: unknown
  /** Spells the reason as a code. */
  readonly contract: Contract
  readonly requestId: string
}

/**
 * Writes a refusal as the protocol wants it: a JSON-RPC error with the id of its request, if that
 * is known. If it is the caller who is refused, its data has what an envelope would have.
 */
export function toRefusalAnswer(refusal: Refusal, refused: RefusedMessage): RefusalAnswer {
  const { reason, message, headers } = refusal
  const error = compact({ code: codeOf(reason), message, data: dataOf(refusal, refused) })
  return {
    status: statusOfReason(reason),
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', ...headers },
    json: JSON.stringify({ jsonrpc: '2.0', id: idOf(refused.message), error }),
  }
}

/** Other refusals are about the form of a request, and are as the protocol's own SDK has them. */
function dataOf({ reason, problem }: Refusal, { contract, requestId }: RefusedMessage) {
  if (!aboutCallers.has(reason)) return undefined
  const { code, hint, details } = contract.problem(reason, problem)
  return compact({ code, hint, details, request_id: requestId })
}

/** The reasons that say something about the caller rather than about its request. */
const aboutCallers: ReadonlySet<Reason> = new Set([
  'unauthenticated',
  'forbidden',
  'rate_limited',
  'unavailable',
])

/** The id of a request; null, as JSON-RPC wants it, if there is none or nobody knows it. */
function idOf(message: unknown): string | number | null {
  if (!isRecord(message)) return null
  const { id } = message
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** The id that a caller gave to its call, if it is safe. */
export function requestIdIn(message: unknown): string | undefined {
  if (!isRecord(message) || !isRecord(message.params)) return undefined
  const { _meta: meta } = message.params
  return isRecord(meta) ? safeId(meta[requestIdKey]) : undefined
}

function codeOf(reason: Reason): number {
  if (reason === 'malformed_input') return jsonRpcErrors.parseError
  if (reason === 'internal') return jsonRpcErrors.internalError
  return jsonRpcErrors.serverError
}

/** A JSON-RPC error as a string; without an id it belongs to no request. */
export const toJsonRpcError = (code: number, message: string, id: unknown = null): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
