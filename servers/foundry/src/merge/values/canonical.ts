import { createHash } from 'node:crypto'

/** An object of JSON. */
export type JsonObject = Readonly<Record<string, unknown>>

/** True for objects of JSON, and not for its arrays. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** True if two values of JSON say the same, in whichever order their members are. */
export function isSame(one: unknown, another: unknown): boolean {
  if (one === another) return true
  if (Array.isArray(one) && Array.isArray(another)) return isSameArray(one, another)
  return isObject(one) && isObject(another) && isSameObject(one, another)
}

const isSameArray = (one: readonly unknown[], another: readonly unknown[]): boolean =>
  one.length === another.length && one.every((item, at) => isSame(item, another[at]))

function isSameObject(one: JsonObject, another: JsonObject): boolean {
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(another).length) return false
  return keys.every((key) => Object.hasOwn(another, key) && isSame(one[key], another[key]))
}

/** One text for all spellings of a value: members are in order of their keys. */
export const toCanonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => (isObject(inner) ? sorted(inner) : inner)) ?? ''

const sorted = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => compareText(a, b)))

/** A hash of what a value says. */
export const hashOf = (value: unknown): string =>
  createHash('sha256').update(toCanonical(value)).digest('hex')

/** The order of texts by their units, which is the same on every machine. */
export function compareText(one: string, another: string): number {
  if (one === another) return 0
  return one < another ? -1 : 1
}
