import type { Store } from '../src/stores/store.ts'
import type { StoreService } from './store-services.ts'

/** A store whose program is stopped at one of its steps. */
export interface StoppedStore {
  readonly store: Store
  stepsTaken(): number
  /** Resolves when the program is back; at once if it was not stopped. */
  back(): Promise<void>
}

/** How a program is stopped. `freeze`: without a word for a while. `kill`: it starts again. */
export type Stop = 'freeze' | 'kill'

const awayMs = 500

/** Stops the program of a store just before a step, the first of which has the number 1. */
export function stopAt(service: StoreService, stop: Stop, step: number): StoppedStore {
  let taken = 0
  let back = Promise.resolve()
  async function freeze(): Promise<void> {
    service.freeze()
    await new Promise((resolve) => setTimeout(resolve, awayMs))
    service.thaw()
  }
  function take(): void {
    taken++
    if (taken === step) back = stop === 'freeze' ? freeze() : service.restart(awayMs)
  }
  const { store } = service
  return {
    store: {
      get(key) {
        take()
        return store.get(key)
      },
      set(key, value, ttlMs) {
        take()
        return store.set(key, value, ttlMs)
      },
      add(key, value, ttlMs) {
        take()
        return store.add(key, value, ttlMs)
      },
      delete(key) {
        take()
        return store.delete(key)
      },
    },
    stepsTaken: () => taken,
    back: () => back,
  }
}
