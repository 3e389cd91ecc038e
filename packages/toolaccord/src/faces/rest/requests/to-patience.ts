import { isRecord } from '../../../json/json.ts'
import { type Preference, readPreference } from './read-preference.ts'
import type { RestOptions } from './rest-options.ts'

/** How long an answer is waited for, and what of the caller's preferences that heeds. */
export interface Patience extends Preference {
  readonly waitMs: number
}

/** How long the face waits if a caller does not say. */
const usualWaitMs = 30_000
/** Proxies often end connections that are silent for longer. */
const longestWaitMs = 60_000

/** How long to wait for a call that may take long. An argument that says so counts most. */
export function toPatience(
  { headers }: Request,
  { waitMs: usualMs = usualWaitMs }: Pick<RestOptions, 'waitMs'>,
  args: unknown,
): Patience {
  if (isRecord(args) && typeof args.wait_seconds === 'number')
    return { respondAsync: false, waitMs: args.wait_seconds * 1000 }
  const { respondAsync, waitSeconds: wanted } = readPreference(headers.get('prefer'))
  if (wanted === undefined) return { respondAsync, waitMs: respondAsync ? 0 : usualMs }
  const waitMs = Math.min(wanted * 1000, Math.max(usualMs, longestWaitMs))
  return { respondAsync, waitSeconds: waitMs / 1000, waitMs }
}
