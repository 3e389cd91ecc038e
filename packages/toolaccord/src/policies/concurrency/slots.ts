/** What the calls of one tool count against. */
export interface Lane {
  readonly limit: number
  running: number
}

interface Waiter {
  readonly lane: Lane
  start(): void
}

/**
 * Running calls, and those that wait for their turn: first come, first served, except that nobody
 * waits behind a tool that is full.
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

  /** Takes a slot where there is room; nobody is overtaken, because whoever waits has none. */
  take(lane: Lane): boolean {
    if (!this.#hasRoom(lane)) return false
    this.#all.running++
    lane.running++
    return true
  }

  /** Waits for a slot; false for a call that ended first, which then holds none. */
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

  /** Gives a slot back, which makes room for one call at the most. */
  free(lane: Lane): void {
    this.#all.running--
    lane.running--
    const index = this.#waiting.findIndex((one) => this.#hasRoom(one.lane))
    const waiter = index === -1 ? undefined : this.#waiting.splice(index, 1)[0]
    if (waiter === undefined) return
    this.take(waiter.lane)
    waiter.start()
  }

  #hasRoom(lane: Lane): boolean {
    return this.#all.running < this.#all.limit && lane.running < lane.limit
  }
}
