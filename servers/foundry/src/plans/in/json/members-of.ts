/** An object whose members are not known yet. */
export type Members = Readonly<Record<string, unknown>>

/** Returns the value if it is an object. */
export const membersOf = (value: unknown): Members | undefined =>
  // The cast says what the checks in front of it found.
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Members)
    : undefined

/** Returns the value if it is an array, else an empty one. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns a string, or a number as one; undefined for anything else and for blanks. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'string' || value.trim() === '') return undefined
  return value.trim()
}

/** Returns the strings and numbers of an array, or of a string with commas. */
export function textsOf(value: unknown): readonly string[] {
  const all = typeof value === 'string' ? value.split(',') : listOf(value)
  return all.flatMap((one) => textOf(one) ?? [])
}

/** Returns the members that nothing else has taken; empty ones are left out. */
export function restOf(members: Members, taken: ReadonlySet<string>): Members {
  const isEmpty = (value: unknown) =>
    value === null || value === '' || (Array.isArray(value) && value.length === 0)
  const rest = Object.entries(members).filter(
    ([name, value]) => !taken.has(name) && !isEmpty(value) && name !== '__proto__',
  )
  return Object.fromEntries(rest)
}
