/** Work that several callers may wait for; it runs once, and stops if nobody waits any more. */
export interface SharedWork<T> {
  run(key: string, work: Work<T>, signal?: AbortSignal | undefined): Promise<T>
}

/** Work that can be stopped. */
export type Work<T> = (signal: AbortSignal) => Promise<T>

interface Running<T> {
  readonly controller: AbortController
  readonly result: Promise<T>
  waiting: number
}

/** Creates a place where work is shared by its key. */
export function createSharedWork<T>(): SharedWork<T> {
  const running = new Map<string, Running<T>>()

  function start(key: string, work: Work<T>): Running<T> {
    const controller = new AbortController()
    const result = work(controller.signal).finally(() => forget(key, one))
    const one: Running<T> = { controller, result, waiting: 0 }
    // Those who wait see the failure; without this line, a failure for nobody would be unhandled.
    result.catch(() => {})
    running.set(key, one)
    return one
  }

  function forget(key: string, one: Running<T>): void {
    if (running.get(key) === one) running.delete(key)
  }

  return {
    async run(key, work, signal) {
      signal?.throwIfAborted()
      const one = running.get(key) ?? start(key, work)
      one.waiting++
      if (signal === undefined) return one.result
      const leave = () => {
        one.waiting--
        if (one.waiting > 0) return
        forget(key, one)
        one.controller.abort(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      try {
        return await Promise.race([one.result, rejectOnAbort(signal)])
      } finally {
        signal.removeEventListener('abort', leave)
      }
    },
  }
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  )
