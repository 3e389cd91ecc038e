import { createPatience } from './create-patience.ts'
import type { Store } from './store.ts'

/** Creates a store that fails if the one behind it does not answer in time. */
export function createPatientStore(store: Store, timeoutMs: number): Store {
  const ask = createPatience(timeoutMs)
  return {
    get: (key) => ask(() => store.get(key)),
    set: (key, value, ttlMs) => ask(() => store.set(key, value, ttlMs)),
    add: (key, value, ttlMs) => ask(() => store.add(key, value, ttlMs)),
    delete: (key) => ask(() => store.delete(key)),
  }
}
