/**
 * True if the JSON of a value has more bytes than a limit. Most documents are so far below it that
 * an estimate is enough and no JSON is written.
 */
export const isLargerThan = (value: unknown, bytes: number): boolean =>
  mostBytesOf(value) > bytes && isLongerThan(JSON.stringify(value), bytes)

/** True if a string has more bytes in UTF-8; they are counted only if its length is not enough. */
function isLongerThan(text: string, bytes: number): boolean {
  if (text.length * 3 <= bytes) return false
  return text.length > bytes || new TextEncoder().encode(text).length > bytes
}

/**
 * An upper bound of the bytes in the JSON of a value, three for each character. Escapes of control
 * characters are not counted.
 */
function mostBytesOf(value: unknown): number {
  if (typeof value === 'string') return 3 * value.length + 2
  // No number is written longer than this.
  if (typeof value !== 'object' || value === null) return 24
  let sum = 2
  if (Array.isArray(value)) {
    for (const item of value) sum += mostBytesOf(item) + 1
    return sum
  }
  // The cast names the properties that the loop visits.
  const properties = value as Readonly<Record<string, unknown>>
  for (const name in properties) sum += 3 * name.length + mostBytesOf(properties[name]) + 4
  return sum
}
