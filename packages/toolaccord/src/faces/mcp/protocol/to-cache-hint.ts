import type { LaneOptions } from './mcp-options.ts'

/** How long a client may keep a list, and with whom it may share it. */
export interface CacheHint {
  readonly ttlMs: number
  readonly cacheScope: 'public' | 'private'
}

/** The hint for what stays the same while a server runs: its lists, and its own description. */
export function toCacheHint({ listTtlMs = 300_000, isOpen = false }: LaneOptions): CacheHint {
  if (!Number.isSafeInteger(listTtlMs) || listTtlMs < 0) {
    throw new RangeError(`listTtlMs: ${listTtlMs} is not a whole number from 0.`)
  }
  return { ttlMs: listTtlMs, cacheScope: isOpen ? 'public' : 'private' }
}
