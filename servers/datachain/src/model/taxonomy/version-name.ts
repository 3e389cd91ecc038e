/** A version name, taken apart. */
export interface VersionParts {
  readonly type: string
  readonly date: string
  readonly isBeta: boolean
}

/** The parts of `type@YYYY-MM-DD[-beta]`, or undefined when it is none or the day does not exist. */
export function parseVersionName(name: string): VersionParts | undefined {
  const [, type, date, beta] = /^([\w-]{1,128})@(\d{4}-\d{2}-\d{2})(-beta)?$/.exec(name) ?? []
  return type === undefined || date === undefined || !isDay(date)
    ? undefined
    : { type, date, isBeta: beta !== undefined }
}

function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}
