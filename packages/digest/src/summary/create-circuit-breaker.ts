/**
 * A closed breaker lets calls through, an open one lets none, and a half-open one lets one through
 * as a test.
 */
export type CircuitState = 'closed' | 'open' | 'half-open'

/** When a circuit breaker opens, and for how long. */
export interface CircuitBreakerOptions {
  /** How many of the last calls count. Default: 10. */
  readonly window?: number | undefined
  /** The fewest calls that can open it. Default: 5. */
  readonly minCalls?: number | undefined
  /** The share of failures that opens it. Default: 0.7. */
  readonly failureShare?: number | undefined
  /** How long it stays open. Default: 60 seconds. */
  readonly cooldownMs?: number | undefined
  readonly clock?: (() => number) | undefined
}

/**
 * Reports how a call ended; only the first report counts. A call that was given up says nothing
 * about the service.
 */
export type Settle = (ending: 'success' | 'failure' | 'given up') => void

/** Keeps calls away from a service that keeps failing. */
export interface CircuitBreaker {
  readonly state: CircuitState
  /** Lets one call through, which must be settled; undefined if the call must not be made. */
  enter(): Settle | undefined
}

/** Creates a circuit breaker. Throws a TypeError that names every option that cannot work. */
export function createCircuitBreaker(options: CircuitBreakerOptions = {}): CircuitBreaker {
  const { window = 10, minCalls = 5, failureShare = 0.7, cooldownMs = 60_000 } = options
  const { clock = () => performance.now() } = options
  checkOptions({ window, minCalls, failureShare, cooldownMs })
  let failures: readonly boolean[] = []
  let openedAt: number | undefined
  let isProbing = false
  /** Grows with each opening and closing, so that a call from before does not count. */
  let era = 0

  const switchTo = (at: number | undefined) => {
    openedAt = at
    failures = []
    era++
  }
  const isCool = () => openedAt !== undefined && clock() - openedAt >= cooldownMs
  const count = (failed: boolean) => {
    failures = [...failures, failed].slice(-window)
    const share = failures.filter(Boolean).length / failures.length
    if (failures.length >= minCalls && share >= failureShare) switchTo(clock())
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
        const failed = ending === 'failure'
        if (isProbe) switchTo(failed ? clock() : undefined)
        else count(failed)
      }
    },
  }
}

type NumberOptions = Readonly<Record<'window' | 'minCalls' | 'failureShare' | 'cooldownMs', number>>

function checkOptions({ window, minCalls, failureShare, cooldownMs }: NumberOptions): void {
  const faults: string[] = []
  if (!Number.isInteger(window) || window < 1)
    faults.push(`window is ${window}, not a whole number above 0`)
  if (!Number.isInteger(minCalls) || minCalls < 1 || minCalls > window)
    faults.push(`minCalls is ${minCalls}, not a whole number from 1 to window`)
  if (!(failureShare > 0 && failureShare <= 1))
    faults.push(`failureShare is ${failureShare}, not above 0 and at most 1`)
  if (!(cooldownMs >= 0)) faults.push(`cooldownMs is ${cooldownMs}, not 0 or more`)
  if (faults.length > 0)
    throw new TypeError(`This circuit breaker cannot work: ${faults.join('; ')}.`)
}
