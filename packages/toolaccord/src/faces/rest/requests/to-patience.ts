import type { ToolListing } from '../../../compile/to-tool-listing.ts'
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

/** How long to wait for a call that may take long. What its own argument says counts most. */
export function toPatience(
  { headers }: Request,
  { waitMs: usualMs = usualWaitMs }: Pick<RestOptions, 'waitMs'>,
  asked: number | undefined,
): Patience {
  if (asked !== undefined) return { respondAsync: false, waitMs: asked * 1000 }
  const { respondAsync, waitSeconds: wanted } = readPreference(headers.get('prefer'))
  if (wanted === undefined) return { respondAsync, waitMs: respondAsync ? 0 : usualMs }
  const waitMs = Math.min(wanted * 1000, Math.max(usualMs, longestWaitMs))
  return { respondAsync, waitSeconds: waitMs / 1000, waitMs }
}

/** The seconds to wait that a call of the tool which fetches results has as its argument. */
export function waitSecondsIn({ job }: ToolListing, args: unknown): number | undefined {
  if (job !== 'fetches' || !isRecord(args)) return undefined
  const { wait_seconds: seconds } = args
  return typeof seconds === 'number' ? seconds : undefined
}
