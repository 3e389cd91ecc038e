/**
 * Closed lets calls through, open lets none, half-open lets one through to see whether it works
 * again.
 */
export type CircuitState = 'closed' | 'open' | 'half-open'

export interface CircuitBreakerOptions {
  /** How many of the last calls count. Default: 10. */
  readonly window?: number | undefined
  /** The fewest calls that say anything. Default: 5. */
  readonly minCalls?: number | undefined
  /** The share of failures that opens it. Default: 0.7. */
  readonly failureShare?: number | undefined
  /** How long it stays open. Default: 60 seconds. */
  readonly cooldownMs?: number | undefined
  readonly clock?: (() => number) | undefined
}

/**
 * Says how a call ended; only the first time counts. A call that was given up says nothing about
 * what was called.
 */
export type Settle = (ending: 'success' | 'failure' | 'given up') => void

/** Keeps calls away from what keeps failing. */
export interface CircuitBreaker {
  readonly state: CircuitState
  /** Lets one call through, which must be settled; undefined when it may not be made. */
  enter(): Settle | undefined
}

const defaults = {
  window: 10,
  minCalls: 5,
  failureShare: 0.7,
  cooldownMs: 60_000,
  clock: () => performance.now(),
}

export function createCircuitBreaker(options: CircuitBreakerOptions = {}): CircuitBreaker {
  const { window, minCalls, failureShare, cooldownMs, clock } = { ...defaults, ...options }
  checkOptions({ window, minCalls, failureShare, cooldownMs })
  let failures: readonly boolean[] = []
  let openedAt: number | undefined
  let isProbing = false
  /** Raised when it opens or closes, so that a call from before does not count. */
  let era = 0

  const turn = (at: number | undefined) => {
    openedAt = at
    failures = []
    era++
  }
  const isCool = () => openedAt !== undefined && clock() - openedAt >= cooldownMs
  const count = (failed: boolean) => {
    failures = [...failures, failed].slice(-window)
    const share = failures.filter(Boolean).length / failures.length
    if (failures.length >= minCalls && share >= failureShare) turn(clock())
  }

  return {
    get state() {
      if (openedAt === undefined) return 'closed'
      return isCool() ? 'half-open' : 'open'
    },
    enter() {
      const isProbe = openedAt !== undefined
      if (isProbe && (!isCool() || isProbing)) return undefined
      isProbing = isProbe
      const entered = era
      let isSettled = false
      return (ending) => {
        if (isSettled || entered !== era) return
        isSettled = true
        if (isProbe) isProbing = false
        if (ending === 'given up') return
        if (isProbe) turn(ending === 'failure' ? clock() : undefined)
        else count(ending === 'failure')
      }
    },
  }
}

function checkOptions({
  window,
  minCalls,
  failureShare,
  cooldownMs,
}: Required<Omit<CircuitBreakerOptions, 'clock'>>): void {
  const faults = [
    ...(Number.isInteger(window) && window >= 1
      ? []
      : [`window is ${window}, not a whole number above 0`]),
    ...(Number.isInteger(minCalls) && minCalls >= 1 && minCalls <= window
      ? []
      : [`minCalls is ${minCalls}, not a whole number from 1 to window`]),
    ...(failureShare > 0 && failureShare <= 1
      ? []
      : [`failureShare is ${failureShare}, not above 0 and at most 1`]),
    ...(cooldownMs >= 0 ? [] : [`cooldownMs is ${cooldownMs}, not 0 or more`]),
  ]
  if (faults.length > 0)
    throw new TypeError(`This circuit breaker cannot work: ${faults.join('; ')}.`)
}
