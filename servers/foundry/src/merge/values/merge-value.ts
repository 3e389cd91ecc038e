import { type JsonObject, compareText, isObject, isSame, toCanonical } from './canonical.ts'
import { mergeOrder } from './merge-order.ts'
import type { Three } from './three.ts'
import { sortByTime } from './time-of.ts'

/** A value that both sides changed, each in its own way. */
export interface Clash {
  /** Its path, such as `metadata.estimated_hours`. */
  readonly member: string
  readonly kept: unknown
  readonly other: unknown
}

/** How to decide, and whom to tell. */
export interface Merging {
  /** True if the first side was written later; false if both were written at the same time. */
  readonly isFirstLater: boolean
  readonly report: (clash: Clash) => void
}

/** The keys that lead to a value. */
export type Path = readonly string[]

/** Arrays that only grow: what one side does not have was not there yet. */
const logs: Readonly<Record<string, { readonly newest?: number | undefined }>> = {
  comments: {},
  verification_history: { newest: 10 },
}

/** Objects that say one thing: a proof put together from two is not a proof. */
const wholes = new Set(['proof', 'last_result'])

/**
 * Merges a value three-way: what one side changed is taken, objects are merged by member, arrays as
 * sets in order. If both sides changed one value, the later side's is kept and it is reported.
 */
export function mergeValue(three: Three<unknown>, path: Path, merging: Merging): unknown {
  const { base, first, second } = three
  const key = path.at(-1) ?? ''
  if (isSame(first, second)) return first
  if (Object.hasOwn(logs, key) && Array.isArray(first) && Array.isArray(second)) {
    return mergeLog({ base, first, second }, path, merging)
  }
  if (isSame(base, first)) return second
  if (isSame(base, second)) return first
  if (wholes.has(key)) return choose(three, path, merging)
  if (isObject(first) && isObject(second))
    return mergeObjects({ base, first, second }, path, merging)
  if (isList(first) && isList(second)) {
    return mergeItems({ base, first, second }, path, merging)
  }
  return choose(three, path, merging)
}

interface Sides<Value> {
  readonly base: unknown
  readonly first: Value
  readonly second: Value
}

/** Merges two objects by member; whatever is not an object in the base is like nothing. */
export function mergeObjects(sides: Sides<JsonObject>, path: Path, merging: Merging): JsonObject {
  const { base, first, second } = sides
  const maps = {
    base: new Map(Object.entries(isObject(base) ? base : {})),
    first: new Map(Object.entries(first)),
    second: new Map(Object.entries(second)),
  }
  const merged = mergeMaps(maps, path, merging)
  const isFirst = merged.size === maps.first.size && isSameInOrder(merged, maps.first)
  return isFirst ? first : Object.fromEntries(merged)
}

/** True if two maps have the very same members in the same order. */
function isSameInOrder(one: ReadonlyMap<string, unknown>, another: ReadonlyMap<string, unknown>) {
  const entries = [...another]
  return [...one].every(([key, value], at) => entries[at]?.[0] === key && entries[at][1] === value)
}

type Members = ReadonlyMap<string, unknown>

function mergeMaps(maps: Three<Members>, path: Path, merging: Merging): Members {
  const { base, first, second } = maps
  const keys = { base: [...(base?.keys() ?? [])], first: [...first.keys()] }
  const { order } = mergeOrder({ ...keys, second: [...second.keys()] })
  const merged = new Map<string, unknown>()
  for (const key of order) {
    const three = { base: base?.get(key), first: first.get(key), second: second.get(key) }
    const value = mergeValue(three, [...path, toName(key)], merging)
    if (value !== undefined) merged.set(key, value)
  }
  return merged
}

/** Arrays of texts and objects are sets; an array of numbers is one value. */
const isList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' || isObject(item))

function mergeItems(sides: Sides<readonly unknown[]>, path: Path, merging: Merging) {
  const { base, first, second } = sides
  const maps = {
    base: toKeyed(Array.isArray(base) ? base : [], idOf),
    first: toKeyed(first, idOf),
    second: toKeyed(second, idOf),
  }
  return [...mergeMaps(maps, path, merging).values()]
}

function mergeLog(sides: Sides<readonly unknown[]>, path: Path, merging: Merging): unknown {
  const { base, first, second } = sides
  const maps = { first: toKeyed(first, idOf), second: toKeyed(second, idOf) }
  // The base decides about items that both sides have; none is removed because of it.
  const known = [...toKeyed(Array.isArray(base) ? base : [], idOf)].filter(
    ([key]) => maps.first.has(key) && maps.second.has(key),
  )
  const merged = mergeMaps({ base: new Map(known), ...maps }, path, merging)
  const items = sortByTime([...merged.values()], timeIn)
  const { newest = items.length } = logs[path.at(-1) ?? ''] ?? {}
  return items.slice(Math.max(0, items.length - newest))
}

const timeIn = (item: unknown): unknown =>
  isObject(item) ? (item['at'] ?? item['timestamp'] ?? item['date']) : undefined

const idOf = (item: unknown): unknown => (isObject(item) ? item['id'] : undefined)

/**
 * Returns the items of an array by a key: their id, or else what they say. Items that are the same
 * have keys of their own, so that none is lost.
 */
export function toKeyed<Item>(
  items: readonly Item[],
  idOf: (item: Item) => unknown,
): ReadonlyMap<string, Item> {
  const counts = new Map<string, number>()
  const keyed = new Map<string, Item>()
  for (const item of items) {
    const id = idOf(item)
    const key = typeof id === 'string' ? `#${id}` : toCanonical(item)
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    keyed.set(`${key}\n${count}`, item)
  }
  return keyed
}

/** The part of a key that a person knows: only keys of items have a count after a line break. */
const toName = (key: string): string => /^#?([^]*)\n\d+$/.exec(key)?.[1] ?? key

/** Keeps a value rather than its removal, then the later side's, then the one that sorts first. */
function choose(three: Three<unknown>, path: Path, merging: Merging): unknown {
  const { first, second } = three
  const isFirst = isFirstKept(first, second, merging)
  const kept = isFirst ? first : second
  const other = isFirst ? second : first
  merging.report({ member: path.join('.'), kept, other: other ?? null })
  return kept
}

function isFirstKept(first: unknown, second: unknown, { isFirstLater }: Merging): boolean {
  if (first === undefined) return false
  if (second === undefined || isFirstLater) return true
  return compareText(toCanonical(first), toCanonical(second)) < 0
}
