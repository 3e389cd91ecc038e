export interface TokenCache<Entry> {
  get(key: string): Entry | undefined
  /** Keeps an entry for a short time, and never past the time at which it expires. */
  set(key: string, entry: Entry, expiresAt: number): void
}

export interface TokenCacheOptions {
  readonly size: number
  readonly ttlMs: number
  readonly now: () => number
}

/** Remembers what was verified a moment ago; when it is full, the oldest goes. */
export function createTokenCache<Entry>({
  size,
  ttlMs,
  now,
}: TokenCacheOptions): TokenCache<Entry> {
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
      if (entries.size > size)
        for (const oldest of entries.keys()) return void entries.delete(oldest)
    },
  }
}
