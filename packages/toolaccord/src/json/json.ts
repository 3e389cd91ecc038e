/** Same JSON: members that are undefined count as absent, order of keys does not count. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]))
  if (!isRecord(a) || !isRecord(b) || countMembers(a) !== countMembers(b)) return false
  for (const name in a) {
    if (a[name] !== undefined && !(Object.hasOwn(b, name) && sameJson(a[name], b[name])))
      return false
  }
  return true
}

function countMembers(object: Readonly<Record<string, unknown>>): number {
  let count = 0
  for (const name in object) if (object[name] !== undefined) count++
  return count
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Whether a value nests arrays and objects deeper than the limit; stops at the limit, so it is safe
 * on any input.
 */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (limit === 0) return true
  if (Array.isArray(value)) return value.some((child) => isDeeperThan(child, limit - 1))
  // The cast names the members that the loop visits.
  const members = value as Readonly<Record<string, unknown>>
  for (const name in members) if (isDeeperThan(members[name], limit - 1)) return true
  return false
}

/** Whether a value that is no object or array is JSON; undefined counts as absent. */
export const isLeaf = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  Number.isFinite(value)

/** Whether a value is JSON that nests at most so deep. */
export function isJson(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return isLeaf(value)
  if (depth === 0) return false
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth - 1))
  // The cast names the members that the loop visits.
  const members = value as Readonly<Record<string, unknown>>
  for (const name in members) if (!isJson(members[name], depth - 1)) return false
  return true
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
  for (const name in object) if (object[name] !== undefined) return compact(object)
  return undefined
}

/** The object without its undefined members. */
export function compact<T extends object>(object: T): T {
  const kept = {}
  for (const name in object) if (object[name] !== undefined) setMember(kept, name, object[name])
  // The cast holds because leaving out undefined members keeps every optional type.
  return kept as T
}

/** The object less the named members. */
export function without(
  object: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  const kept = {}
  for (const name in object) if (!names.includes(name)) setMember(kept, name, object[name])
  return kept
}

/** Sets an own member, also one that is named like the way to the prototype. */
function setMember(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    })
  else object[name] = value
}

/** Where a value holds something that JSON cannot, or nests without end; undefined when nowhere. */
export function findNonJson(
  value: unknown,
  path: readonly PropertyKey[] = [],
): readonly PropertyKey[] | undefined {
  if (isLeaf(value)) return undefined
  if (typeof value !== 'object' || value === null || path.length > 256) return path
  for (const [key, member] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const fault = isLeaf(member) ? undefined : findNonJson(member, [...path, key])
    if (fault !== undefined) return fault
  }
  return undefined
}
