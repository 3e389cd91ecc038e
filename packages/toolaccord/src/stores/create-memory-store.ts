import { type Store, checkStoreEntry, checkStoreKey } from './store.ts'

/** The options of a store in memory. */
export interface MemoryStoreOptions {
  /** Entries at a time; beyond it, the one written longest ago is removed. Default: 10000. */
  readonly maxEntries?: number | undefined
  /** Milliseconds of a clock that nobody sets. Default: performance.now. */
  readonly now?: (() => number) | undefined
}

interface Entry {
  readonly value: string
  readonly expiresAt: number
}

/** Creates a store of one process. It has no timer: a write removes the entries that expired. */
export function createMemoryStore({
  maxEntries = 10_000,
  now = () => performance.now(),
}: MemoryStoreOptions = {}): Store {
  if (!Number.isInteger(maxEntries) || maxEntries < 1)
    throw new TypeError(`maxEntries: ${maxEntries} is not a whole number from 1`)
  /** In the order in which they were written. */
  const entries = new Map<string, Entry>()
  /** No entry expires before this time. */
  let earliest = Infinity

  function read(key: string): string | undefined {
    const entry = entries.get(key)
    if (entry === undefined || entry.expiresAt <= now()) return undefined
    return entry.value
  }

  function write(key: string, value: string, ttlMs: number): void {
    sweep()
    const expiresAt = now() + ttlMs
    entries.delete(key)
    entries.set(key, { value, expiresAt })
    earliest = Math.min(earliest, expiresAt)
    const [oldest] = entries.keys()
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
  }

  function sweep(): void {
    const time = now()
    if (time < earliest) return
    earliest = Infinity
    for (const [key, { expiresAt }] of entries) {
      if (expiresAt <= time) entries.delete(key)
      else earliest = Math.min(earliest, expiresAt)
    }
  }

  return {
    async get(key) {
      checkStoreKey(key)
      return read(key)
    },
    async set(key, value, ttlMs) {
      checkStoreEntry(key, value, ttlMs)
      write(key, value, ttlMs)
    },
    async add(key, value, ttlMs) {
      checkStoreEntry(key, value, ttlMs)
      if (read(key) !== undefined) return false
      write(key, value, ttlMs)
      return true
    },
    async delete(key) {
      checkStoreKey(key)
      entries.delete(key)
    },
  }
}
