/** Calls that share one limit. */
export interface Lane {
  readonly limit: number
  running: number
}

interface Waiter {
  readonly lane: Lane
  start(): void
}

/**
 * The running calls of a server, and the calls that wait for a slot: first come, first served,
 * except that no call waits behind a lane that is full.
 */
export class Slots {
  readonly #all: Lane
  readonly #waiting: Waiter[] = []

  constructor(limit: number) {
    this.#all = { limit, running: 0 }
  }

  get running(): number {
    return this.#all.running
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /**
   * Takes a free slot; false if there is none. This cannot overtake a waiting call, because calls
   * wait only while their lane or the server is full.
   */
  take(lane: Lane): boolean {
    if (!this.#hasRoom(lane)) return false
    this.#all.running++
    lane.running++
    return true
  }

  /** Waits for a slot. Resolves to false if the call ends first, which then has no slot. */
  wait(lane: Lane, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        resolve(false)
      }
      const start = () => {
        signal.removeEventListener('abort', leave)
        resolve(true)
      }
      const waiter: Waiter = { lane, start }
      this.#waiting.push(waiter)
      if (signal.aborted) leave()
      else signal.addEventListener('abort', leave, { once: true })
    })
  }

  /** Gives a slot back, and starts the first waiting call whose lane has room. */
  free(lane: Lane): void {
    this.#all.running--
    lane.running--
    const waiter = this.#waiting.find((one) => this.#hasRoom(one.lane))
    if (waiter === undefined) return
    this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
    this.take(waiter.lane)
    waiter.start()
  }

  #hasRoom(lane: Lane): boolean {
    return this.#all.running < this.#all.limit && lane.running < lane.limit
  }
}
