import { clip } from '../../../json/json.ts'
import { wholeFaults } from '../../../json/whole-faults.ts'
import type { RestOptions } from './rest-options.ts'

/** The longest that a timer takes. */
const longestMs = 2_147_483_647

/** Returns what is wrong with options of the REST face. */
export function restOptionFaults({ waitMs = 0, basePath }: RestOptions): readonly string[] {
  const faults = wholeFaults('waitMs', waitMs, 0, longestMs)
  if (basePath !== undefined && !isBasePath(basePath))
    faults.push(`basePath: '${clip(String(basePath))}' is not a path such as /tools`)
  return faults
}

/** True if a value is a path without a slash at its end, which paths can be put after. */
const isBasePath = (value: unknown): boolean =>
  typeof value === 'string' && /^(\/[\w.~%-]+)+$/.test(value)
