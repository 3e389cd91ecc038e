import { parseAccept } from 'hono/utils/accept'
import { eventType } from './events/to-event.ts'

/** True if a request names server-sent events, and likes nothing else better. */
export function wantsEvents({ method, headers }: Request): boolean {
  const accept = headers.get('accept')
  if (method !== 'GET' || accept === null) return false
  const ranges = parseAccept(accept.toLowerCase())
  const q = ranges.find(({ type }) => type === eventType)?.q ?? 0
  return q > 0 && ranges.every((range) => range.q <= q)
}
