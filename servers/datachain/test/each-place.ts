/**
 * The value with each part of it changed in turn, the outermost last; a change that gives undefined
 * leaves its part alone.
 */
export function* changeEach(
  value: unknown,
  change: (part: unknown) => unknown,
): Generator<unknown> {
  if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      for (const changed of changeEach(member, change))
        yield Array.isArray(value)
          ? value.with(Number(name), changed)
          : { ...value, [name]: changed }
    }
  }
  const changed = change(value)
  if (changed !== undefined) yield changed
}

/** Texts alone. */
export const textBy = (by: string) => (part: unknown) => (typeof part === 'string' ? by : undefined)

/**
 * Objects alone, with one member more, as a parser of JSON makes it: `__proto__` too is a member
 * like any other.
 */
export const memberBy = (name: string) => (part: unknown) => {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return undefined
  const changed = { ...part }
  Object.defineProperty(changed, name, {
    value: { polluted: true },
    enumerable: true,
    configurable: true,
    writable: true,
  })
  return changed
}

/** So many lists in each other. */
export const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
