/** Same JSON: members that are undefined count as absent, order of keys does not count. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
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
