import { DigestError } from './digest-error.ts'

/** The bounds of some work: its caller's signal and its time. */
export interface PaceOptions {
  readonly signal?: AbortSignal | undefined
  readonly maxMs: number
  readonly clock?: (() => number) | undefined
}

/**
 * Throws if the work was cancelled or takes too long, and lets other work run now and then. Await
 * it between steps.
 */
export type Pace = () => Promise<void>

/** How long the work may hold the thread. */
const workMs = 20

/** Creates the pace of some work; its time starts here. */
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

/** Throws a DigestError if the signal is aborted. */
export function checkSignal(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return
  const cause: unknown = signal.reason
  if (cause instanceof Error && cause.name === 'TimeoutError')
    throw new DigestError('timeout', 'The time that the caller gave is over.', { cause })
  throw new DigestError('cancelled', 'The caller cancelled the digest.', { cause })
}
