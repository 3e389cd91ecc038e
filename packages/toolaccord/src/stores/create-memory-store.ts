import { wholeFaults } from '../json/whole-faults.ts'
import { createShares } from './create-shares.ts'
import { type Store, checkStoreEntry, checkStoreKey } from './store.ts'

/**
 * The options of a store in memory. If it is full, the caller with the most in it gives way, with
 * the entry that was written longest ago. The caller of an entry is what its key has before `/`.
 */
export interface MemoryStoreOptions {
  /** Entries at a time. Default: 10000. */
  readonly maxEntries?: number | undefined
  /** Bytes of all keys and values at a time, two for each character. Default: 64 MB. */
  readonly maxBytes?: number | undefined
  /** Milliseconds of a clock that nobody sets. Default: performance.now. */
  readonly now?: (() => number) | undefined
}

interface Entry {
  readonly value: string
  readonly expiresAt: number
}

/** The largest entry takes a little over half of it. */
const leastBytes = 4_194_304

/** Creates a store of one process. It has no timer: a write removes the entries that expired. */
export function createMemoryStore({
  maxEntries = 10_000,
  maxBytes = 67_108_864,
  now = () => performance.now(),
}: MemoryStoreOptions = {}): Store {
  const faults = [
    ...wholeFaults('maxEntries', maxEntries, 1, 100_000_000),
    ...wholeFaults('maxBytes', maxBytes, leastBytes, Number.MAX_SAFE_INTEGER),
  ]
  if (faults.length > 0) throw new TypeError(faults.join('; '))
  const entries = new Map<string, Entry>()
  const shares = createShares({ maxEntries, maxBytes })
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
    remove(key)
    entries.set(key, { value, expiresAt })
    shares.add(key, 2 * (key.length + value.length))
    earliest = Math.min(earliest, expiresAt)
    for (let excess = shares.findExcess(); excess !== undefined; excess = shares.findExcess())
      remove(excess)
  }

  function remove(key: string): void {
    entries.delete(key)
    shares.remove(key)
  }

  function sweep(): void {
    const time = now()
    if (time < earliest) return
    earliest = Infinity
    for (const [key, { expiresAt }] of entries) {
      if (expiresAt <= time) remove(key)
      else earliest = Math.min(earliest, expiresAt)
    }
  }

  return {
    isShared: false,
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
      remove(key)
    },
  }
}
