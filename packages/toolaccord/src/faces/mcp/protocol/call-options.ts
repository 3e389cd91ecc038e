import type { Contract } from '../../../contracts/contract/contract.ts'
import { dialects } from '../../../contracts/dialects.ts'
import type { CallOptions, Client } from '../../../define/call.ts'
import { findBudgetProblem } from '../../../fidelity/budget.ts'
import { isRecord } from '../../../json/json.ts'
import type { Failure } from '../../../outcome/outcome.ts'
import type { Server } from '../../../server.ts'
import { badIdempotencyKey, isIdempotencyKey } from '../../idempotency-key.ts'
import { plausibleBudget, plausibleTimeout, plausibleTraceparent, safeId } from '../../plausible.ts'
import {
  budgetKey,
  dialectKey,
  idempotencyKeyKey,
  metaKeys,
  requestIdKey,
  timeoutKey,
} from './protocol.ts'

type Meta = Readonly<Record<string, unknown>>

/** Who calls, from a `clientInfo` of either era; undefined when it says nothing usable. */
export function toClient(info: unknown): Client | undefined {
  if (!isRecord(info) || typeof info.name !== 'string') return undefined
  return typeof info.version === 'string'
    ? { name: info.name, version: info.version }
    : { name: info.name }
}

/**
 * The contract that a request asks for in its `_meta`, else the one that the server has for who
 * sends it.
 */
export function contractFor(meta: Meta, server: Server, { caller, client }: CallOptions): Contract {
  const asked = meta[dialectKey]
  return (
    (typeof asked === 'string' ? dialects.get(asked) : undefined) ??
    server.contractFor({ caller, client })
  )
}

/** Options of a call that came in over MCP; its `_meta` must not be one to refuse. */
export function callOptions(
  meta: Meta,
  client: Client | undefined,
  { caller, signal, isLocal }: Pick<CallOptions, 'caller' | 'signal' | 'isLocal'>,
): CallOptions {
  // The cast says what `refuseMeta` has checked.
  const key = meta[idempotencyKeyKey] as string | undefined
  return {
    face: 'mcp',
    id: safeId(meta[requestIdKey]),
    client,
    caller,
    isLocal,
    idempotencyKey: key,
    traceparent: plausibleTraceparent(meta[metaKeys.traceparent]),
    timeoutMs: plausibleTimeout(meta[timeoutKey]),
    budget: plausibleBudget(meta[budgetKey]),
    signal,
  }
}

/**
 * The answer to a call that cannot be made the way its `_meta` asks: leaving a key out would run a
 * retried call twice.
 */
export function refuseMeta(meta: Meta, server: Server): Failure | undefined {
  const { [idempotencyKeyKey]: key, [budgetKey]: budget } = meta
  const problem =
    key === undefined || isIdempotencyKey(key)
      ? budget === undefined
        ? undefined
        : findBudgetProblem(budget)
      : badIdempotencyKey
  if (problem === undefined) return undefined
  const requestId = safeId(meta[requestIdKey]) ?? server.newId()
  return {
    ok: false,
    problems: [server.contract.problem('invalid_argument', problem)],
    soft: false,
    notes: { requestId },
  }
}
