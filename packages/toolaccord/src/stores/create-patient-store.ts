import type { Store } from './store.ts'

/** Creates a store that fails if the one behind it does not answer in time. */
export function createPatientStore(store: Store, timeoutMs: number): Store {
  function within<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new Error(`The store did not answer within ${timeoutMs} ms.`))
      const timer = setTimeout(giveUp, timeoutMs)
      answer.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }
  return {
    get: (key) => within(store.get(key)),
    set: (key, value, ttlMs) => within(store.set(key, value, ttlMs)),
    add: (key, value, ttlMs) => within(store.add(key, value, ttlMs)),
    delete: (key) => within(store.delete(key)),
  }
}
