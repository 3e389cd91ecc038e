import type { Three } from './three.ts'

/** Keys in an order that both sides would recognise. */
export interface MergedOrder {
  /** Every key of either side once. */
  readonly order: readonly string[]
  /** True if both sides moved what they share, each in its own way. */
  readonly isContested: boolean
}

/**
 * Merges the orders of two lists. One side is the spine: the one that moved keys, or else the
 * first. Keys of the other side alone come after the key that they follow there, and after what the
 * spine has added at the same place.
 */
export function mergeOrder(three: Three<readonly string[]>): MergedOrder {
  const { base = [], first, second } = three
  if (isSameList(first, second)) return { order: first, isContested: false }
  const inFirst = new Set(first)
  const inSecond = new Set(second)
  const inBase = new Set(base)
  const shared = (list: readonly string[]) =>
    list.filter((key) => inFirst.has(key) && inSecond.has(key) && inBase.has(key))
  const hasFirstMoved = !isSameList(shared(first), shared(base))
  const hasSecondMoved = !isSameList(shared(second), shared(base))
  const isSecondSpine = hasSecondMoved && !hasFirstMoved
  const isContested = hasFirstMoved && hasSecondMoved && !isSameList(shared(first), shared(second))
  if (isSecondSpine) return { order: weave(second, first), isContested }
  return { order: weave(first, second), isContested }
}

/** Puts the keys that only the other list has into the spine. */
function weave(spine: readonly string[], other: readonly string[]): readonly string[] {
  const inOther = new Set(other)
  const followers = followersOf(new Set(spine), other)
  const order = new Set<string>()
  let waiting = followers.get(undefined) ?? []
  for (const key of spine) {
    if (inOther.has(key)) {
      for (const one of waiting) order.add(one)
      waiting = followers.get(key) ?? []
    }
    order.add(key)
  }
  for (const one of waiting) order.add(one)
  return [...order]
}

/** The keys that the spine does not have, by the key of the spine that they come after. */
function followersOf(
  inSpine: ReadonlySet<string>,
  other: readonly string[],
): ReadonlyMap<string | undefined, readonly string[]> {
  const followers = new Map<string | undefined, string[]>()
  let anchor: string | undefined
  for (const key of other) {
    if (inSpine.has(key)) {
      anchor = key
      continue
    }
    const known = followers.get(anchor)
    if (known === undefined) followers.set(anchor, [key])
    else known.push(key)
  }
  return followers
}

/** True if two lists have the same items in the same order. */
export const isSameList = (one: readonly string[], another: readonly string[]): boolean =>
  one.length === another.length && one.every((item, at) => item === another[at])
