import { type NamedCaller, toCallerKey } from '../names/to-caller-key.ts'
import { pause } from './pause.ts'

/**
 * Shares the event loop among callers. Work that takes long is done in steps, and each step waits
 * for its turn.
 */
export interface Turns {
  /** Does work of a caller, which waits for a turn before each of its steps. */
  share<T>(caller: NamedCaller | undefined, work: (turn: Turn) => Promise<T>): Promise<T>
  /**
   * Waits for a turn if work of the same caller is being done; undefined if nobody has to wait.
   * Callers whom nobody knows do not wait for each other.
   */
  afterOwn(caller: NamedCaller | undefined): Promise<void> | undefined
  /** How much work each caller has; if it is empty, nobody need ask to wait. */
  readonly busy: ReadonlyMap<string, number>
}

/** Waits for the next turn of a caller. */
export type Turn = () => Promise<void>

/**
 * Creates turns. Whatever waits, one step is taken between two looks at what has arrived: small
 * calls come between. Callers take turns, and so do the steps of one caller.
 *
 * @param wait Resolves when what has arrived was looked at.
 */
export function createTurns(wait: () => Promise<void> = pause): Turns {
  const busy = new Map<string, number>()
  /** The steps that wait for their turn; the caller who comes first is next. */
  const waiting = new Map<string, (() => void)[]>()
  let isTaking = false

  function next(caller: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const steps = waiting.get(caller)
      if (steps === undefined) waiting.set(caller, [resolve])
      else steps.push(resolve)
      if (!isTaking) takeAll().catch(reject)
    })
  }

  async function takeAll(): Promise<void> {
    isTaking = true
    while (waiting.size > 0) {
      await wait()
      takeOne()
    }
    isTaking = false
  }

  function takeOne(): void {
    for (const [caller, steps] of waiting) {
      const step = steps.shift()
      // Whoever had a turn is the last to have the next.
      waiting.delete(caller)
      if (steps.length > 0) waiting.set(caller, steps)
      step?.()
      return
    }
  }

  function count(caller: string, change: 1 | -1): void {
    const works = (busy.get(caller) ?? 0) + change
    if (works === 0) busy.delete(caller)
    else busy.set(caller, works)
  }

  return {
    busy,
    async share(caller, work) {
      const key = caller === undefined ? '' : toCallerKey(caller)
      count(key, 1)
      try {
        return await work(() => next(key))
      } finally {
        count(key, -1)
      }
    },
    afterOwn(caller) {
      if (caller === undefined) return undefined
      const key = toCallerKey(caller)
      return busy.has(key) ? next(key) : undefined
    },
  }
}
