import type { CallOptions, Caller, Client } from '../../call.ts'
import { badIdempotencyKey, isIdempotencyKey, plausibleTimeout, plausibleTraceparent } from '../call-metadata.ts'
import { safeId } from '../request-id.ts'
import { Refusal } from './refusal.ts'

/** What a request says about the call that it asks for; throws a Refusal for a key that cannot be honoured. */
export const callOptions = (request: Request, caller: Caller | undefined): CallOptions => ({
  face: 'rest',
  id: requestIdOf(request),
  client: clientOf(request),
  caller,
  idempotencyKey: idempotencyKeyOf(request),
  traceparent: plausibleTraceparent(request.headers.get('traceparent')),
  timeoutMs: plausibleTimeout(request.headers.get('toolaccord-timeout')),
  signal: request.signal,
})

/** The caller's own request id, unless it is not safe to log and to echo. */
export const requestIdOf = ({ headers }: Request): string | undefined => safeId(headers.get('x-request-id'))

function clientOf({ headers }: Request): Client | undefined {
  const name = (headers.get('user-agent') ?? '').replaceAll(/[^\x20-\x7e]/g, '').slice(0, 100)
  return name === '' ? undefined : { name }
}

function idempotencyKeyOf({ headers }: Request): string | undefined {
  const key = headers.get('idempotency-key')
  if (key === null || isIdempotencyKey(key)) return key ?? undefined
  throw new Refusal('invalid_argument', badIdempotencyKey)
}
