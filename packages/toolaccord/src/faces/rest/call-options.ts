import type { CallOptions, Client } from '../../call.ts'
import { safeId } from '../request-id.ts'

/** What a request says about the call that it asks for. */
export const callOptions = (request: Request): CallOptions => ({
  face: 'rest',
  id: requestIdOf(request),
  client: clientOf(request),
  signal: request.signal,
})

/** The caller's own request id, unless it is not safe to log and to echo. */
export const requestIdOf = ({ headers }: Request): string | undefined => safeId(headers.get('x-request-id'))

function clientOf({ headers }: Request): Client | undefined {
  const name = (headers.get('user-agent') ?? '').replaceAll(/[^\x20-\x7e]/g, '').slice(0, 100)
  return name === '' ? undefined : { name }
}
