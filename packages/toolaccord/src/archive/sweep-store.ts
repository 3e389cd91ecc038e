import type { SweepResult } from './archive.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import type { Reference } from './blobs/reference.ts'

/** The time and limits of one sweep. */
export interface SweepOptions {
  readonly now: number
  readonly quotaBytes: number
  /** True if a content is being read, and so stays this time. */
  readonly isRead: (hash: string) => boolean
}

interface Content {
  readonly hash: string
  readonly references: Reference[]
  bytes: number
  /** When it was last put by anybody. */
  createdAt: number
  isPinned: boolean
}

/** Removes expired references, then the oldest unpinned content until the rest is in the quota. */
export async function sweepStore(store: BlobStore, options: SweepOptions): Promise<SweepResult> {
  const { now, isRead } = options
  const contents = new Map<string, Content>()
  let expired = 0
  for await (const reference of store.list()) {
    if (reference.expiresAt > now || isRead(reference.hash)) count(contents, reference)
    else if (await store.remove(reference)) expired++
  }
  const evicted = await evict(store, [...contents.values()], options)
  await store.tidy?.(now)
  return { expired, evicted }
}

function count(contents: Map<string, Content>, reference: Reference): void {
  const { hash, bytes, createdAt, state } = reference
  const isPinned = state === 'pinned'
  const content = contents.get(hash)
  if (content === undefined) {
    contents.set(hash, { hash, references: [reference], bytes, createdAt, isPinned })
    return
  }
  content.references.push(reference)
  content.bytes = Math.max(content.bytes, bytes)
  content.createdAt = Math.max(content.createdAt, createdAt)
  content.isPinned ||= isPinned
}

async function evict(
  store: BlobStore,
  contents: readonly Content[],
  { quotaBytes, isRead }: SweepOptions,
): Promise<number> {
  let excess = -quotaBytes
  for (const { bytes } of contents) excess += bytes
  if (excess <= 0) return 0
  const unpinned = contents.filter(({ isPinned }) => !isPinned)
  let evicted = 0
  for (const { hash, references, bytes } of unpinned.sort((a, b) => a.createdAt - b.createdAt)) {
    if (excess <= 0) break
    if (isRead(hash)) continue
    for (const reference of references) await store.remove(reference)
    excess -= bytes
    evicted++
  }
  return evicted
}
