/** A number of places that are given out in the order of asking. */
export interface Slots {
  /**
   * Waits for a place; gives the function that frees it. Rejects with the signal's reason when that
   * comes first.
   */
  take(signal?: AbortSignal): Promise<() => void>
}

/** Makes so many places. */
export function createSlots(count: number): Slots {
  let free = count
  const waiting: (() => void)[] = []
  const release = () => {
    const next = waiting.shift()
    if (next === undefined) free++
    else next()
  }
  /** Freeing twice would give one place to two. */
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
