import type { ArchiveStats } from './archive.ts'
import type { BlobStore } from './blobs/blob-store.ts'

/** Counts what a store holds. */
export async function countStore(store: BlobStore, quotaBytes: number): Promise<ArchiveStats> {
  const sizes = new Map<string, number>()
  const counts = { kept: 0, pinned: 0, quarantined: 0 }
  for await (const { hash, bytes, state } of store.list()) {
    sizes.set(hash, bytes)
    counts[state]++
  }
  const { kept, pinned, quarantined } = counts
  let bytes = 0
  for (const size of sizes.values()) bytes += size
  return {
    contents: sizes.size,
    references: kept + pinned + quarantined,
    pinned,
    quarantined,
    bytes,
    quotaBytes,
  }
}
