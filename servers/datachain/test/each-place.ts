/**
 * Yields the value with each part of it changed in turn, the outermost last. A change that returns
 * undefined leaves its part alone.
 */
export function* changeEach(
  value: unknown,
  change: (part: unknown) => unknown,
): Generator<unknown> {
  if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      for (const changed of changeEach(member, change)) yield replace(value, name, changed)
    }
  }
  const changed = change(value)
  if (changed !== undefined) yield changed
}

function replace(value: object, name: string, member: unknown): unknown {
  if (Array.isArray(value)) return value.with(Number(name), member)
  return { ...value, [name]: member }
}

/** A change of strings alone. */
export const textBy = (by: string) => (part: unknown) => (typeof part === 'string' ? by : undefined)

/**
 * A change of objects alone: one more property, as a parser of JSON makes it. `__proto__` too is a
 * property like any other.
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

/** Arrays in each other, to a depth. */
export const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
