import type { ArchiveStats } from './archive.ts'
import type { BlobStore } from './blob-store.ts'

/** What a store holds. */
export async function countStore(store: BlobStore, quotaBytes: number): Promise<ArchiveStats> {
  const sizes = new Map<string, number>()
  const counts = { kept: 0, pinned: 0, quarantined: 0 }
  for await (const { hash, bytes, state } of store.list()) {
    sizes.set(hash, bytes)
    counts[state]++
  }
  const { kept, pinned, quarantined } = counts
  return {
    contents: sizes.size,
    references: kept + pinned + quarantined,
    pinned,
    quarantined,
    bytes: [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0),
    quotaBytes,
  }
}
