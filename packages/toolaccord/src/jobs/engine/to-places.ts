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

/** Returns how many jobs run at a time in one process; throws a RangeError for no number. */
export function toPlaces({
  concurrency = 8,
  concurrencyPerCaller = Math.ceil(concurrency / 2),
  maxPerCaller = 1,
}: JobEngineOptions): PlacesOptions {
  for (const [name, value] of Object.entries({ concurrency, concurrencyPerCaller, maxPerCaller })) {
    if (!Number.isInteger(value) || value < 1) {
      throw new RangeError(`${name}: ${value} is not a whole number from 1 on`)
    }
  }
  return { concurrency, concurrencyPerCaller }
}
