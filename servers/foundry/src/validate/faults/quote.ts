const maxLength = 60

/** Writes a value of a file into a message: as JSON, and no more of it than a reader needs. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, maxLength)) : toText(value)
  const isCut = typeof value === 'string' && value.length > maxLength
  return isCut ? `${text.slice(0, -1)}…"` : text
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  return String(value)
}

/** Lists ids in a message: the first ten, and how many more there are. */
export function quoteAll(ids: readonly string[], separator = ', '): string {
  const shown = ids.slice(0, 10).map(quote).join(separator)
  const more = ids.length - 10
  return more > 0 ? `${shown}${separator}and ${more} more` : shown
}
