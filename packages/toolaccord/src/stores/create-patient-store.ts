import type { Store } from './store.ts'

/** A store that fails where the one behind it keeps silent, so that nobody waits for it for ever. */
export function createPatientStore(store: Store, timeoutMs: number): Store {
  const within = <T>(answer: Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`The store did not answer within ${timeoutMs} ms.`)),
        timeoutMs,
      )
      answer.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  return {
    get: (key) => within(store.get(key)),
    set: (key, value, ttlMs) => within(store.set(key, value, ttlMs)),
    add: (key, value, ttlMs) => within(store.add(key, value, ttlMs)),
    delete: (key) => within(store.delete(key)),
  }
}
