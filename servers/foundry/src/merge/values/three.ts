/**
 * The three versions of something. The two sides are not "ours" and "theirs": they are in an order
 * that follows from what they hold, so that a merge cannot depend on who merges.
 */
export interface Three<T> {
  /** What both sides began with, if they began with the same. */
  readonly base: T | undefined
  readonly first: T
  readonly second: T
}
