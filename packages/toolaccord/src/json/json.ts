/** True if two values are the same JSON: undefined properties count as absent, order is ignored. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]))
  if (!isRecord(a) || !isRecord(b) || countMembers(a) !== countMembers(b)) return false
  for (const name in a) {
    if (a[name] === undefined) continue
    if (!Object.hasOwn(b, name) || !sameJson(a[name], b[name])) return false
  }
  return true
}

function countMembers(object: Readonly<Record<string, unknown>>): number {
  let count = 0
  for (const name in object) if (object[name] !== undefined) count++
  return count
}

/** True if a value is an object and not an array or null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * True if a value nests arrays and objects deeper than the limit. It stops at the limit, so it is
 * safe on any input.
 */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (limit === 0) return true
  if (Array.isArray(value)) return value.some((child) => isDeeperThan(child, limit - 1))
  // The cast names the properties that the loop visits.
  const members = value as Readonly<Record<string, unknown>>
  for (const name in members) if (isDeeperThan(members[name], limit - 1)) return true
  return false
}

/** What keeps a value from being arguments: its depth, or a number that is not finite. */
export type FormFault = 'depth' | 'number'

/**
 * Finds what keeps a value from being arguments, in one walk. JSON that was parsed holds an
 * infinite number if it was written with one that is too large, such as 1e400.
 */
export function findFormFault(value: unknown, limit: number): FormFault | undefined {
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'number' && !Number.isFinite(value) ? 'number' : undefined
  }
  if (limit === 0) return 'depth'
  let fault: FormFault | undefined
  if (Array.isArray(value)) {
    for (const child of value) fault ??= findFormFault(child, limit - 1)
    return fault
  }
  // The cast names the properties that the loop visits.
  const members = value as Readonly<Record<string, unknown>>
  for (const name in members) fault ??= findFormFault(members[name], limit - 1)
  return fault
}

/** True if a value is a JSON string, number, boolean or null; undefined counts as absent. */
export const isLeaf = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  Number.isFinite(value)

/** True if a value is JSON that nests at most `depth` levels. */
export function isJson(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return isLeaf(value)
  if (depth === 0) return false
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth - 1))
  // The cast names the properties that the loop visits.
  const members = value as Readonly<Record<string, unknown>>
  for (const name in members) if (!isJson(members[name], depth - 1)) return false
  return true
}

/** Writes keys as `a.b[0]`, with every key in quotes that is not a plain name. */
export function toPath(keys: readonly PropertyKey[]): string {
  let path = ''
  for (const key of keys) path += toSegment(key, path === '')
  return path
}

function toSegment(key: PropertyKey, isFirst: boolean): string {
  if (typeof key === 'number') return `[${key}]`
  const name = String(key)
  if (!/^[\w-]+$/.test(name)) return `[${JSON.stringify(name)}]`
  return isFirst ? name : `.${name}`
}

const maxClipped = 64

/** Cuts a caller's string to fit into a message: it may be as long as the body limit allows. */
export const clip = (text: string): string =>
  text.length <= maxClipped ? text : `${text.slice(0, maxClipped - 1)}…`

/** Returns the object without its undefined properties. */
export function compact<T extends object>(object: T): T {
  const kept = {}
  for (const name in object) if (object[name] !== undefined) setMember(kept, name, object[name])
  // The cast holds because leaving out undefined properties keeps every optional type.
  return kept as T
}

/** Returns the object without its undefined properties, or undefined if it has no others. */
export function compactUnlessEmpty<T extends object>(object: T): T | undefined {
  for (const name in object) if (object[name] !== undefined) return compact(object)
  return undefined
}

/** Returns the object without the named properties. */
export function without(
  object: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  const kept = {}
  for (const name in object) if (!names.includes(name)) setMember(kept, name, object[name])
  return kept
}

/** Sets an own property; assigning to `__proto__` would set the prototype instead. */
function setMember(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') {
    object[name] = value
    return
  }
  Object.defineProperty(object, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  })
}

const maxPath = 256

/** Returns the keys that lead to something JSON cannot hold, or undefined if all of it is JSON. */
export function findNonJson(
  value: unknown,
  path: readonly PropertyKey[] = [],
): readonly PropertyKey[] | undefined {
  if (isLeaf(value)) return undefined
  if (typeof value !== 'object' || value === null || path.length > maxPath) return path
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value)
  for (const [key, member] of entries) {
    if (isLeaf(member)) continue
    const found = findNonJson(member, [...path, key])
    if (found !== undefined) return found
  }
  return undefined
}
