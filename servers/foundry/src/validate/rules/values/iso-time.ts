const date = String.raw`(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})`
const clock = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?`
const zone = String.raw`(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?`
const pattern = new RegExp(`^${date}(?:T${clock}${zone})?$`)

/** True for a day, or a time of a day, in ISO 8601, that is in the calendar. */
export function isIsoTime(text: string): boolean {
  const { year, month, day } = pattern.exec(text)?.groups ?? {}
  if (year === undefined) return false
  const found = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return found.getUTCMonth() === Number(month) - 1 && found.getUTCDate() === Number(day)
}

/** Returns a time in ISO 8601 if it is clear which is meant: the order is year, month, day. */
export function toIsoTime(text: string): string | undefined {
  const time = text
    .trim()
    .toUpperCase()
    .replace(/^(\d{4})[/.](\d{2})[/.](\d{2})/, '$1-$2-$3')
    .replace(/^(\d{4}-\d{2}-\d{2})[ T]+(?=\d)/, '$1T')
    .replace(/(\d) *(?:UTC|GMT|Z)$/, '$1Z')
    .replace(/(\d) +([+-]\d{2}:?\d{2})$/, '$1$2')
  return isIsoTime(time) ? time : undefined
}
