/** Work that several may wait for; it is done once, and stopped when nobody waits any more. */
export interface SharedWork<T> {
  run(key: string, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>
}

interface Running<T> {
  readonly controller: AbortController
  readonly result: Promise<T>
  waiting: number
}

/** Makes a place where work is shared by its key. */
export function createSharedWork<T>(): SharedWork<T> {
  const running = new Map<string, Running<T>>()

  function start(key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> {
    const controller = new AbortController()
    const result = work(controller.signal).finally(
      () => void (running.get(key) === one && running.delete(key)),
    )
    const one: Running<T> = { controller, result, waiting: 0 }
    // Whoever waits hears of a failure; the one that nobody waits for is nobody's.
    result.catch(() => {})
    running.set(key, one)
    return one
  }

  return {
    async run(key, work, signal) {
      signal?.throwIfAborted()
      const one = running.get(key) ?? start(key, work)
      one.waiting++
      const leave = () => {
        one.waiting--
        if (one.waiting > 0) return
        if (running.get(key) === one) running.delete(key)
        one.controller.abort(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      try {
        return await (signal === undefined
          ? one.result
          : Promise.race([one.result, rejectOnAbort(signal)]))
      } finally {
        signal?.removeEventListener('abort', leave)
      }
    },
  }
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  )
