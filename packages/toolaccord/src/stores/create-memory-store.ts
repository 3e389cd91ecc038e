import { type Store, checkEntry, checkKey } from './store.ts'

/** How much a store in memory holds, and by which clock. */
export interface MemoryStoreOptions {
  /** Entries at a time; over it, the one that was written longest ago goes. Default: 10000. */
  readonly maxEntries?: number | undefined
  /** Default: Date.now. */
  readonly now?: (() => number) | undefined
}

interface Entry {
  readonly value: string
  readonly expiresAt: number
}

/** A store of one process. It has no timer: what has expired is removed when something is written. */
export function createMemoryStore({
  maxEntries = 10_000,
  now = Date.now,
}: MemoryStoreOptions = {}): Store {
  if (!Number.isInteger(maxEntries) || maxEntries < 1)
    throw new TypeError(`maxEntries: ${maxEntries} is not a whole number from 1`)
  /** In the order in which they were written. */
  const entries = new Map<string, Entry>()
  /** Before this, nothing expires. */
  let earliest = Infinity

  function read(key: string): string | undefined {
    const entry = entries.get(key)
    return entry !== undefined && entry.expiresAt > now() ? entry.value : undefined
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
      checkKey(key)
      return read(key)
    },
    async set(key, value, ttlMs) {
      checkEntry(key, value, ttlMs)
      write(key, value, ttlMs)
    },
    async add(key, value, ttlMs) {
      checkEntry(key, value, ttlMs)
      if (read(key) !== undefined) return false
      write(key, value, ttlMs)
      return true
    },
    async delete(key) {
      checkKey(key)
      entries.delete(key)
    },
  }
}
