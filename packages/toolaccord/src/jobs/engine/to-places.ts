import type { JobEngineParts } from './create-job-engine.ts'
import type { PlacesOptions } from './create-places.ts'

/** The options that every engine has. */
export interface JobEngineOptions extends Pick<
  JobEngineParts,
  'archive' | 'otherVersions' | 'maxPerCaller'
> {
  /** How many jobs run at a time in one process; further ones wait. Default: 8. */
  readonly concurrency?: number | undefined
  /** How many jobs of one caller run at a time in one process. Default: half of `concurrency`. */
  readonly concurrencyPerCaller?: number | undefined
}

/** Returns how many jobs run at a time in one process. */
export function toPlaces({
  concurrency = 8,
  concurrencyPerCaller = Math.ceil(concurrency / 2),
}: JobEngineOptions): PlacesOptions {
  return { concurrency, concurrencyPerCaller }
}
