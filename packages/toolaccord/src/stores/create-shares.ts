/** The keys that one caller has in a store, and how much of it they take. */
interface Share {
  /** The bytes of each key, in the order in which they were written. */
  readonly keys: Map<string, number>
  bytes: number
}

/** Who takes how much of a store. */
export interface Shares {
  /** Counts an entry as the youngest of its share. */
  add(key: string, bytes: number): void
  remove(key: string): void
  /** The key that must give way; undefined if all are within the bounds. */
  findExcess(): string | undefined
}

/** The bounds of a store. */
export interface Bounds {
  readonly maxEntries: number
  readonly maxBytes: number
}

/**
 * Creates the shares of a store. If the store is over its bounds, the share that takes most of it
 * gives way with its oldest key, so that nobody pushes out the keys of those who take less.
 */
export function createShares({ maxEntries, maxBytes }: Bounds): Shares {
  const shares = new Map<string, Share>()
  let entries = 0
  let bytes = 0

  const usedBy = (share: Share) => Math.max(share.keys.size / maxEntries, share.bytes / maxBytes)

  function findLargest(): Share | undefined {
    let largest: Share | undefined
    let most = 0
    for (const share of shares.values()) {
      const used = usedBy(share)
      if (used <= most) continue
      largest = share
      most = used
    }
    return largest
  }

  return {
    add(key, size) {
      const name = shareOf(key)
      const share = shares.get(name) ?? { keys: new Map<string, number>(), bytes: 0 }
      shares.set(name, share)
      share.keys.set(key, size)
      share.bytes += size
      entries++
      bytes += size
    },
    remove(key) {
      const name = shareOf(key)
      const share = shares.get(name)
      const size = share?.keys.get(key)
      if (share === undefined || size === undefined) return
      share.keys.delete(key)
      share.bytes -= size
      if (share.keys.size === 0) shares.delete(name)
      entries--
      bytes -= size
    },
    findExcess() {
      if (entries <= maxEntries && bytes <= maxBytes) return undefined
      const [oldest] = findLargest()?.keys.keys() ?? []
      return oldest
    },
  }
}

/** What stands before the first slash; keys without one share the rest. */
const shareOf = (key: string): string => key.slice(0, Math.max(0, key.indexOf('/')))
