/** Entries that were verified a moment ago. */
export interface TokenCache<Entry> {
  get(key: string): Entry | undefined
  /** Keeps an entry for a short time, and never past the time at which it expires. */
  set(key: string, entry: Entry, expiresAt: number): void
}

/** How many entries a cache keeps, and for how long. */
export interface TokenCacheOptions {
  readonly size: number
  readonly ttlMs: number
  readonly now: () => number
}

/** Creates a cache that drops its oldest entry when it is full. */
export function createTokenCache<Entry>(options: TokenCacheOptions): TokenCache<Entry> {
  const { size, ttlMs, now } = options
  const entries = new Map<string, { readonly entry: Entry; readonly until: number }>()
  return {
    get(key) {
      const found = entries.get(key)
      if (found === undefined || now() < found.until) return found?.entry
      entries.delete(key)
      return undefined
    },
    set(key, entry, expiresAt) {
      const until = Math.min(now() + ttlMs, expiresAt)
      if (until <= now()) return
      entries.set(key, { entry, until })
      if (entries.size <= size) return
      const { value: oldest } = entries.keys().next()
      if (oldest !== undefined) entries.delete(oldest)
    },
  }
}
