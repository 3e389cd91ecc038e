import { DigestError } from './digest-error.ts'

export interface PaceOptions {
  readonly signal?: AbortSignal
  readonly maxMs: number
  readonly clock?: () => number
}

/**
 * Stops work that was cancelled or takes too long, and lets others run now and then; to be awaited
 * between steps.
 */
export type Pace = () => Promise<void>

const workMs = 20

export function createPace({ signal, maxMs, clock = () => performance.now() }: PaceOptions): Pace {
  const start = clock()
  let resumed = start
  return async () => {
    if (clock() - resumed >= workMs) {
      // A task of its own, because neither timers nor sockets are served between promises.
      await new Promise((resolve) => {
        setTimeout(resolve, 0)
      })
      resumed = clock()
    }
    checkSignal(signal)
    if (clock() - start > maxMs)
      throw new DigestError('timeout', `The document took longer than ${maxMs} ms.`)
  }
}

/** Throws when the caller has given up. */
export function checkSignal(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return
  const { reason } = signal
  const timedOut = reason instanceof Error && reason.name === 'TimeoutError'
  throw timedOut
    ? new DigestError('timeout', 'The time that the caller gave is over.', { cause: reason })
    : new DigestError('cancelled', 'The caller cancelled the digest.', { cause: reason })
}
