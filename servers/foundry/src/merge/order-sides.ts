import type { Spec } from '../spec/spec.ts'
import { compareText } from './values/canonical.ts'
import { timeOf } from './values/time-of.ts'

/** A version of a spec, and the text that it was read from if there is one. */
export interface Side {
  readonly spec: Spec
  readonly text?: string | undefined
}

/** The two sides in an order that does not depend on who merges. */
export interface OrderedSides {
  readonly first: Side
  readonly second: Side
  /** True if the first side was written later; false if both were written at the same time. */
  readonly isFirstLater: boolean
}

/** Puts the side that was written later first. If that does not tell, what they say decides. */
export function orderSides(one: Side, another: Side): OrderedSides {
  const later = compareTimes(one.spec, another.spec)
  const isOneFirst = later === 0 ? compareContents(one, another) <= 0 : later > 0
  const isFirstLater = later !== 0
  if (isOneFirst) return { first: one, second: another, isFirstLater }
  return { first: another, second: one, isFirstLater }
}

const compareTimes = (one: Spec, another: Spec): number =>
  (timeOf(one.last_updated) ?? 0) - (timeOf(another.last_updated) ?? 0)

const compareContents = (one: Side, another: Side): number =>
  compareText(JSON.stringify(one.spec), JSON.stringify(another.spec)) ||
  compareText(one.text ?? '', another.text ?? '')

/** True if two versions are the same to the order of their members, and to their texts. */
export const isWrittenAs = (one: Side, another: Side | undefined): boolean =>
  another !== undefined && compareContents(one, another) === 0
