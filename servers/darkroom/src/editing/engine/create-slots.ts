/** A number of slots, given out in the order of the requests. */
export interface Slots {
  /**
   * Waits for a free slot, and returns the function that frees it. Rejects with the signal's reason
   * if the signal aborts first.
   */
  take(signal?: AbortSignal | undefined): Promise<() => void>
}

/** Creates this many slots. */
export function createSlots(count: number): Slots {
  let free = count
  const waiting: (() => void)[] = []
  const release = () => {
    const next = waiting.shift()
    if (next === undefined) free++
    else next()
  }
  /** Freeing a slot twice would give it to two callers. */
  const once = () => {
    let isTaken = true
    return () => {
      if (isTaken) release()
      isTaken = false
    }
  }
  return Object.freeze({
    take: (signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        if (free > 0) {
          free--
          return resolve(once())
        }
        const enter = () => {
          signal?.removeEventListener('abort', leave)
          resolve(once())
        }
        const leave = () => {
          waiting.splice(waiting.indexOf(enter), 1)
          reject(signal?.reason)
        }
        waiting.push(enter)
        signal?.addEventListener('abort', leave, { once: true })
      }),
  } satisfies Slots)
}
