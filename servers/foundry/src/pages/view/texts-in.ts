/** Members that any program may have written. */
export type Metadata = Readonly<Record<string, unknown>>

/** True for an object. */
export const isRecord = (value: unknown): value is Metadata =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the first of some members that is a text with something in it. */
export function textIn(metadata: Metadata, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = metadata[name]
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return undefined
}

/** Returns the texts of a member that is an array of them, or one. */
export function textsIn(metadata: Metadata, name: string): readonly string[] {
  const value = metadata[name]
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  return all.filter((one) => typeof one === 'string' && one.trim() !== '') as readonly string[]
}

/** Returns the members of a member that is an array of objects. */
export function recordsIn(metadata: Metadata, name: string): readonly Metadata[] {
  const value = metadata[name]
  return Array.isArray(value) ? value.filter(isRecord) : []
}
