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
  readonly references: Reference[]
  bytes: number
}

/** What one owner holds. */
interface Holding {
  /** The content of every reference, also if others hold it too. */
  bytes: number
  /** What may be evicted: at the end what nobody else holds, and there the oldest. */
  readonly evictable: Reference[]
}

/**
 * Removes expired references, then unpinned ones until the rest is within the quota: each time the
 * oldest of the owner who holds most, so that nobody evicts the content of those who hold less.
 */
export async function sweepStore(store: BlobStore, options: SweepOptions): Promise<SweepResult> {
  const { now, isRead } = options
  const contents = new Map<string, Content>()
  let expired = 0
  for await (const reference of store.list()) {
    if (reference.expiresAt > now || isRead(reference.hash)) count(contents, reference)
    else if (await store.remove(reference)) expired++
  }
  const evicted = await evict(store, contents, options)
  await store.tidy?.(now)
  return { expired, evicted }
}

function count(contents: Map<string, Content>, reference: Reference): void {
  const { hash, bytes } = reference
  const content = contents.get(hash)
  if (content === undefined) {
    contents.set(hash, { references: [reference], bytes })
    return
  }
  content.references.push(reference)
  content.bytes = Math.max(content.bytes, bytes)
}

async function evict(
  store: BlobStore,
  contents: ReadonlyMap<string, Content>,
  { quotaBytes, isRead }: SweepOptions,
): Promise<number> {
  let excess = -quotaBytes
  for (const { bytes } of contents.values()) excess += bytes
  if (excess <= 0) return 0
  const holdings = toHoldings(contents)
  let evicted = 0
  while (excess > 0) {
    const holding = findLargest(holdings)
    const reference = holding?.evictable.pop()
    const content = reference && contents.get(reference.hash)
    if (holding === undefined || reference === undefined || content === undefined) break
    if (isRead(reference.hash)) continue
    await store.remove(reference)
    holding.bytes -= reference.bytes
    content.references.splice(content.references.indexOf(reference), 1)
    if (content.references.length > 0) continue
    excess -= content.bytes
    evicted++
  }
  return evicted
}

/** Sums up who holds how much. Content that somebody has pinned is not evicted. */
function toHoldings(contents: ReadonlyMap<string, Content>): readonly Holding[] {
  const holdings = new Map<string, Holding>()
  for (const { references } of contents.values()) {
    const isPinned = references.some(({ state }) => state === 'pinned')
    for (const reference of references) {
      const holding = holdings.get(reference.owner) ?? { bytes: 0, evictable: [] }
      holdings.set(reference.owner, holding)
      holding.bytes += reference.bytes
      if (!isPinned) holding.evictable.push(reference)
    }
  }
  const isShared = ({ hash }: Reference) => (contents.get(hash)?.references.length ?? 0) > 1
  for (const { evictable } of holdings.values()) {
    evictable.sort((a, b) => Number(isShared(b)) - Number(isShared(a)) || b.createdAt - a.createdAt)
  }
  return [...holdings.values()]
}

/** Of owners who hold the same, it is the one with the older content. */
function findLargest(holdings: readonly Holding[]): Holding | undefined {
  let largest: Holding | undefined
  for (const holding of holdings) {
    if (holding.evictable.length === 0) continue
    if (largest === undefined || isBefore(holding, largest)) largest = holding
  }
  return largest
}

function isBefore(a: Holding, b: Holding): boolean {
  if (a.bytes !== b.bytes) return a.bytes > b.bytes
  return (a.evictable.at(-1)?.createdAt ?? 0) < (b.evictable.at(-1)?.createdAt ?? 0)
}
