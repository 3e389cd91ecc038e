/**
 * The terms of all passages, as numbers. Function words are not terms, unless the query has nothing
 * else.
 */
export interface Terms {
  /** The terms of passage `p` are in `ids` from `starts[p]` to `starts[p + 1]`. */
  readonly starts: readonly number[]
  readonly ids: Int32Array
  /** By term: the number of passages that have it. */
  readonly spread: Int32Array
  /** The passages that have terms of the query. */
  readonly hits: readonly Hit[]
}

/** A term of the query in a passage. */
export interface Hit {
  readonly passage: number
  /** The number of the term in the query. */
  readonly term: number
  readonly count: number
}
