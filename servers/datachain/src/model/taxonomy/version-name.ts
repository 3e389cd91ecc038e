import * as z from 'zod'

/**
 * A version name, such as `ai@2026-04-16` or `ai@2026-04-16-beta`. The day may be one that does not
 * exist: only `parseVersionName` checks it.
 */
export const VersionName = z
  .string()
  .regex(/^[\w-]+@\d{4}-\d{2}-\d{2}(-beta)?$/, 'type@YYYY-MM-DD, or type@YYYY-MM-DD-beta')
  .max(160)

/** The parts of a version name. */
export interface VersionParts {
  readonly type: string
  readonly date: string
  readonly isBeta: boolean
}

const pattern = /^(?<type>[\w-]{1,128})@(?<date>\d{4}-\d{2}-\d{2})(?<beta>-beta)?$/

/** Parses `type@YYYY-MM-DD[-beta]`; undefined for other strings, or if the day does not exist. */
export function parseVersionName(name: string): VersionParts | undefined {
  const { type, date, beta } = pattern.exec(name)?.groups ?? {}
  if (type === undefined || date === undefined || !isDay(date)) return undefined
  return { type, date, isBeta: beta !== undefined }
}

function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}
