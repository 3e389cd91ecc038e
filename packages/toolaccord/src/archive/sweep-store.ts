import type { SweepResult } from './archive.ts'
import type { BlobStore } from './blob-store.ts'
import type { Reference } from './reference.ts'

interface SweepOptions {
  readonly now: number
  readonly quotaBytes: number
  /** Whether a content is being read, and so stays this time. */
  readonly isRead: (hash: string) => boolean
}

interface Content {
  readonly references: Reference[]
  bytes: number
  /** When it was last put by anybody. */
  createdAt: number
  isPinned: boolean
}

/** Removes what has expired, then the oldest unpinned content until the rest is within the quota. */
export async function sweepStore(
  store: BlobStore,
  { now, quotaBytes, isRead }: SweepOptions,
): Promise<SweepResult> {
  const contents = new Map<string, Content>()
  let expired = 0
  for await (const reference of store.list()) {
    if (reference.expiresAt > now || isRead(reference.hash)) count(contents, reference)
    else if (await store.remove(reference)) expired++
  }
  const evicted = await evict(store, contents, quotaBytes, isRead)
  await store.tidy?.(now)
  return { expired, evicted }
}

function count(contents: Map<string, Content>, reference: Reference): void {
  const { hash, bytes, createdAt, state } = reference
  const content = contents.get(hash)
  if (content === undefined) {
    contents.set(hash, { references: [reference], bytes, createdAt, isPinned: state === 'pinned' })
    return
  }
  content.references.push(reference)
  content.bytes = Math.max(content.bytes, bytes)
  content.createdAt = Math.max(content.createdAt, createdAt)
  content.isPinned ||= state === 'pinned'
}

async function evict(
  store: BlobStore,
  contents: ReadonlyMap<string, Content>,
  quotaBytes: number,
  isRead: SweepOptions['isRead'],
): Promise<number> {
  let excess = [...contents.values()].reduce((sum, { bytes }) => sum + bytes, -quotaBytes)
  if (excess <= 0) return 0
  let evicted = 0
  for (const [hash, { references, bytes }] of [...contents]
    .filter(([, { isPinned }]) => !isPinned)
    .sort(([, a], [, b]) => a.createdAt - b.createdAt)) {
    if (excess <= 0) break
    if (isRead(hash)) continue
    for (const reference of references) await store.remove(reference)
    excess -= bytes
    evicted++
  }
  return evicted
}
