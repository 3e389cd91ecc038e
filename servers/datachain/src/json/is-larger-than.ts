/**
 * Whether a value has more bytes of JSON than so many. Most documents are so far below that nobody
 * has to write them out to know.
 */
export const isLargerThan = (value: unknown, bytes: number): boolean =>
  mostBytesOf(value) > bytes && isLongerThan(JSON.stringify(value), bytes)

/** Whether a text has more bytes than so many in UTF-8; counted only where its length does not tell. */
const isLongerThan = (text: string, bytes: number): boolean =>
  text.length * 3 > bytes && (text.length > bytes || new TextEncoder().encode(text).length > bytes)

/**
 * As many bytes as the JSON of a value can have, where every character has three; a control
 * character counts as itself, not as its escape.
 */
function mostBytesOf(value: unknown): number {
  if (typeof value === 'string') return 3 * value.length + 2
  // No number is written longer than this.
  if (typeof value !== 'object' || value === null) return 24
  let sum = 2
  if (Array.isArray(value)) {
    for (const item of value) sum += mostBytesOf(item) + 1
  } else {
    // The cast names the members that the loop visits.
    const members = value as Readonly<Record<string, unknown>>
    for (const name in members) sum += 3 * name.length + mostBytesOf(members[name]) + 4
  }
  return sum
}
