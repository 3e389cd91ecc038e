/** Same JSON: members that are undefined count as absent, order of keys does not count. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]))
  }
  const [left, right] = [present(a), present(b)]
  return left.size === right.size && [...left].every(([key, value]) => right.has(key) && sameJson(value, right.get(key)))
}

const present = (object: object) => new Map(Object.entries(object).filter(([, value]) => value !== undefined))

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value nests arrays and objects deeper than the limit; stops at the limit, so it is safe on any input. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (limit === 0) return true
  const children = Array.isArray(value) ? value : Object.values(value)
  return children.some((child) => isDeeperThan(child, limit - 1))
}

/** `a.b[0]`, with anything that is not a plain name in quotes. */
export function toPath(keys: readonly PropertyKey[]): string {
  let path = ''
  for (const key of keys) {
    if (typeof key === 'number') path += `[${key}]`
    else if (/^[\w-]+$/.test(String(key))) path += path === '' ? String(key) : `.${String(key)}`
    else path += `[${JSON.stringify(String(key))}]`
  }
  return path
}

/** A caller's text, cut to what fits into a message: it may be as long as the body limit allows. */
export const clip = (text: string): string => (text.length <= 64 ? text : `${text.slice(0, 63)}…`)

/** The object without its undefined members, and undefined when none is left. */
export function some<T extends object>(object: T): T | undefined {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined)
  // The cast holds because leaving out undefined members keeps every optional type.
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as T)
}

/** The object without its undefined members. */
// The cast holds for the reason that it holds in `some`.
export const compact = <T extends object>(object: T): T => some(object) ?? ({} as T)

/** The object less the named members. */
export const without = (object: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))
