import type { CallOptions, Caller, Client } from '../../../define/call.ts'
import { findBudgetProblem } from '../../../fidelity/budget.ts'
import {
  badIdempotencyKey,
  isIdempotencyKey,
  plausibleTimeout,
  plausibleTraceparent,
  toBudget,
} from '../../call-metadata.ts'
import { safeId } from '../../request-id.ts'
import { Refusal } from './refusal.ts'

/**
 * What a request says about the call that it asks for; throws a Refusal for a key or budget that
 * cannot be honoured.
 */
export const callOptions = (request: Request, caller: Caller | undefined): CallOptions => ({
  face: 'rest',
  id: requestIdOf(request),
  client: clientOf(request),
  caller,
  idempotencyKey: idempotencyKeyOf(request),
  traceparent: plausibleTraceparent(request.headers.get('traceparent')),
  timeoutMs: plausibleTimeout(request.headers.get('toolaccord-timeout')),
  budget: budgetOf(request),
  signal: request.signal,
})

/** The caller's own request id, unless it is not safe to log and to echo. */
export const requestIdOf = ({ headers }: Request): string | undefined =>
  safeId(headers.get('x-request-id'))

function clientOf({ headers }: Request): Client | undefined {
  const name = (headers.get('user-agent') ?? '').replaceAll(/[^\x20-\x7e]/g, '').slice(0, 100)
  return name === '' ? undefined : { name }
}

function budgetOf({ headers }: Request): number | undefined {
  const given = headers.get('toolaccord-budget')
  const problem = given === null ? undefined : findBudgetProblem(toBudget(given))
  if (problem !== undefined) throw new Refusal('invalid_argument', problem)
  return given === null ? undefined : toBudget(given)
}

function idempotencyKeyOf({ headers }: Request): string | undefined {
  const key = headers.get('idempotency-key')
  if (key === null || isIdempotencyKey(key)) return key ?? undefined
  throw new Refusal('invalid_argument', badIdempotencyKey)
}
