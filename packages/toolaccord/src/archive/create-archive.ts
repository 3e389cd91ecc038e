import { ArchiveEntries } from './archive-entries.ts'
import { toUnavailable } from './archive-error.ts'
import { checkArchiveOptions, checkOwner, checkPut, toContentBytes } from './archive-options.ts'
import type { Archive, ArchiveOptions, OwnerOptions, PutOptions } from './archive.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import { countStore } from './count-store.ts'
import { createLeases } from './create-leases.ts'
import { createLine } from './create-line.ts'
import { createSweeper } from './create-sweeper.ts'
import { hashHex, readHash, toHash } from './hash-content.ts'
import { deflate } from './pack/deflate.ts'
import { type Codec, pack } from './pack/pack.ts'

/** Creates an archive over any store. */
export function createArchive(
  store: BlobStore,
  options: ArchiveOptions = {},
  codec: Codec = deflate,
): Archive {
  const { ttlMs: defaultTtlMs, quotaBytes, sweepEveryMs, now } = checkArchiveOptions(options)
  const time = () => Math.max(0, Math.floor(now()))
  const leases = createLeases()
  const inLine = createLine()
  const entries = new ArchiveEntries({ store, codec, quotaBytes, time })
  const sweeper = createSweeper({ store, quotaBytes, sweepEveryMs, time, isRead: leases.isHeld })

  async function put(content: Uint8Array | string, putOptions: PutOptions): Promise<string> {
    checkPut(putOptions)
    const { owner: name, ttlMs = defaultTtlMs, pinned = false, type, scopes = [] } = putOptions
    const bytes = toContentBytes(content)
    // Most content is new, so it is packed while its hash is made.
    const packing = pack(bytes, codec)
    packing.catch(ignoreUnusedPacking)
    const draft = store.draft()
    try {
      const [hash, owner] = await Promise.all([hashHex(bytes), hashHex(name)])
      const needed = scopes.length === 0 ? undefined : Object.freeze([...new Set(scopes)])
      const entry = { hash, owner, ttlMs, pinned, type, scopes: needed, packing, draft }
      // The same answer may be put many times at once; each would change the entry under the other.
      const written = await inLine(`${hash} ${owner}`, () => entries.put(entry))
      sweeper.noteWritten(written)
      return toHash(hash)
    } catch (thrown) {
      throw toUnavailable(thrown)
    } finally {
      await draft.discard().catch(ignoreLeftDraft)
    }
  }

  /** Checks what the caller gave, and lets no error of the store out as it is. */
  async function onEntry<T>(
    hash: string,
    { owner }: OwnerOptions,
    work: (hash: string, owner: string) => Promise<T>,
  ): Promise<T> {
    const hex = readHash(hash)
    checkOwner(owner)
    return work(hex, await hashHex(owner)).catch(throwUnavailable)
  }

  return {
    put,
    get: async (hash, by) =>
      leases.hold(readHash(hash), () => onEntry(hash, by, (hex, owner) => entries.get(hex, owner))),
    has: (hash, by) => onEntry(hash, by, (hex, owner) => entries.has(hex, owner)),
    pin: (hash, by) => onEntry(hash, by, (hex, owner) => entries.setState(hex, owner, 'pinned')),
    unpin: (hash, by) => onEntry(hash, by, (hex, owner) => entries.setState(hex, owner, 'kept')),
    delete: (hash, by) => onEntry(hash, by, (hex, owner) => entries.remove(hex, owner)),
    sweep: () => sweeper.sweep().catch(throwUnavailable),
    stats: () => countStore(store, quotaBytes).catch(throwUnavailable),
  }
}

/** If the content is there already, nobody waits for its packing. */
function ignoreUnusedPacking(): void {}

/** A draft that cannot be removed is left to the next sweep. */
function ignoreLeftDraft(): void {}

function throwUnavailable(thrown: unknown): never {
  throw toUnavailable(thrown)
}
