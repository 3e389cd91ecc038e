/** The contents that are in use in this process. */
export interface Leases {
  /** Holds a content until the work is done. */
  hold<T>(hash: string, work: () => Promise<T>): Promise<T>
  readonly isHeld: (hash: string) => boolean
}

/** Creates leases, none of them taken. */
export function createLeases(): Leases {
  const holders = new Map<string, number>()
  return {
    async hold(hash, work) {
      holders.set(hash, (holders.get(hash) ?? 0) + 1)
      try {
        return await work()
      } finally {
        const left = (holders.get(hash) ?? 1) - 1
        if (left === 0) holders.delete(hash)
        else holders.set(hash, left)
      }
    },
    isHeld: (hash) => holders.has(hash),
  }
}
