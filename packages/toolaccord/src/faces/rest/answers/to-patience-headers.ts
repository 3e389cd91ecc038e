import { jobPath } from '../../../jobs/create-result-tool.ts'
import type { Pending } from '../../../jobs/to-pending.ts'
import type { Patience } from '../requests/to-patience.ts'
import { locationOf } from './location-of.ts'

/** A caller that has waited asks again soon; one that only looked may take its time. */
const retrySeconds = { waited: 1, looked: 5 }

/**
 * The headers of an answer that was waited for; `pending` is the handle, if it is one. The path of
 * its job begins with `basePath`.
 */
export function toPatienceHeaders(
  patience: Patience,
  pending: Pending | undefined,
  basePath = '',
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  const applied = appliedOf(patience, pending)
  if (applied.length > 0) headers['Preference-Applied'] = applied.join(', ')
  if (pending === undefined) return headers
  const location = locationOf(jobPath, pending)
  if (location !== undefined) headers.Location = `${basePath}${location}`
  const seconds = patience.waitMs > 0 ? retrySeconds.waited : retrySeconds.looked
  headers['Retry-After'] = String(seconds)
  return headers
}

/** The preferences that were heeded (RFC 7240, 3); `wait` tells how long was allowed. */
function appliedOf(
  { respondAsync, waitSeconds }: Patience,
  pending: Pending | undefined,
): readonly string[] {
  const applied: string[] = []
  if (respondAsync && pending !== undefined) applied.push('respond-async')
  if (waitSeconds !== undefined) applied.push(`wait=${waitSeconds}`)
  return applied
}
