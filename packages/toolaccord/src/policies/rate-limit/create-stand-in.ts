import { type Count, createCounter } from './create-counter.ts'
import { type CallLimit, burstWindows } from './to-rate-limit-plan.ts'

/** Counts in the memory of this process, beside a store that several processes count in. */
export interface StandIn {
  /** Counts a call that the store cannot count. */
  count(key: string): Promise<Count>
  /**
   * Notes a call that the store let through, and returns the stricter of both counts: the store
   * does not know what was counted here while it was away.
   */
  note(key: string, counted: Count): Promise<Count>
}

/** Creates the stand-in of a store for one limit. */
export function createStandIn(limit: CallLimit, keyPrefix: string): StandIn {
  const counter = createCounter(limit, keyPrefix)
  const windows = limit.burst === undefined ? 1 : burstWindows
  const windowMs = limit.perSeconds * windows * 1000
  /** Until then, some calls of the current window may be counted here only. */
  let isStricterUntil = -Infinity
  return {
    count(key) {
      isStricterUntil = performance.now() + windowMs
      return counter(key)
    },
    async note(key, counted) {
      if (counted.isOver) return counted
      const own = await counter(key)
      if (performance.now() >= isStricterUntil) return counted
      return own.isOver || own.remaining < counted.remaining ? own : counted
    },
  }
}
