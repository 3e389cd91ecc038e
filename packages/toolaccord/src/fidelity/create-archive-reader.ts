import type { Archive, ArchiveEntry } from '../archive/archive.ts'
import type { ScopeHolder } from '../auth/scopes.ts'
import { ownerOf } from './owner-of.ts'
import { checkScopes, readArchive } from './read-archive.ts'

/** Returns the content that a caller has under a hash; throws a Refusal if it gets none. */
export type ArchiveReader = (hash: string, holder: ScopeHolder) => Promise<ArchiveEntry>

/** The limits of what a reader remembers. */
export interface ArchiveReaderLimits {
  /** Default: 64 MB, the most that one content has. */
  readonly maxBytes?: number | undefined
  /** Default: 30 seconds. */
  readonly lifeMs?: number | undefined
}

/** Smaller content is read again quickly. */
const smallBytes = 65_536

/**
 * Creates a reader that remembers verified content for a short while, so that fetching it in pieces
 * reads, unpacks and hashes it once. Whether its owner still has it is asked every time.
 */
export function createArchiveReader(
  archive: Archive,
  { maxBytes = 67_108_864, lifeMs = 30_000 }: ArchiveReaderLimits = {},
): ArchiveReader {
  const remembered = new Map<string, ArchiveEntry>()
  let bytes = 0

  function forget(key: string, entry: ArchiveEntry): void {
    if (remembered.get(key) !== entry) return
    remembered.delete(key)
    bytes -= entry.content.length
  }

  function remember(key: string, entry: ArchiveEntry): void {
    const { length } = entry.content
    if (length < smallBytes || length > maxBytes) return
    const former = remembered.get(key)
    if (former !== undefined) forget(key, former)
    for (const [oldest, other] of remembered) {
      if (bytes + length <= maxBytes) break
      forget(oldest, other)
    }
    remembered.set(key, entry)
    bytes += length
    const timer: unknown = setTimeout(() => forget(key, entry), lifeMs)
    letEnd(timer)
  }

  return async (hash, holder) => {
    const owner = ownerOf(holder.caller)
    const key = `${hash} ${owner}`
    const known = remembered.get(key)
    if (known !== undefined) {
      const isHeld = await archive.has(hash, { owner }).catch(() => false)
      if (isHeld) return checkScopes(known, holder)
      forget(key, known)
    }
    const entry = await readArchive(archive, hash, holder)
    remember(key, entry)
    return entry
  }
}

/** Lets a process end before a timer does; timers of other runtimes are numbers. */
function letEnd(timer: unknown): void {
  if (typeof timer !== 'object' || timer === null || !('unref' in timer)) return
  if (typeof timer.unref === 'function') timer.unref()
}
