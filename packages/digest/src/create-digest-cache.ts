import type { DigestPayload } from './payload/digest-payload.ts'

/** Keeps payloads for a digester. A cache that fails counts as an empty one. */
export interface DigestCache {
  get(key: string): DigestPayload | undefined | Promise<DigestPayload | undefined>
  set(key: string, payload: DigestPayload): void | Promise<void>
}

/** The size of a cache. */
export interface DigestCacheOptions {
  /** How many payloads are kept; the one unused for longest goes first. Default: 100. */
  readonly maxEntries?: number | undefined
}

/** Creates a cache in memory. */
export function createDigestCache({ maxEntries = 100 }: DigestCacheOptions = {}): DigestCache {
  if (!Number.isInteger(maxEntries) || maxEntries < 1)
    throw new TypeError(`maxEntries is ${maxEntries}, not a whole number above 0.`)
  // A Map keeps the order in which keys were set.
  const entries = new Map<string, DigestPayload>()
  const touch = (key: string, payload: DigestPayload) => {
    entries.delete(key)
    entries.set(key, payload)
  }
  return {
    get(key) {
      const payload = entries.get(key)
      if (payload !== undefined) touch(key, payload)
      return payload
    },
    set(key, payload) {
      touch(key, payload)
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) return
        entries.delete(oldest)
      }
    },
  }
}
