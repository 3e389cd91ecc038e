import { ArchiveError, toUnavailable } from './archive-error.ts'
import { checkOwner, checkPut, toBytes, withDefaults } from './archive-limits.ts'
import type {
  Archive,
  ArchiveEntry,
  ArchiveOptions,
  OwnerOptions,
  PutOptions,
  SweepResult,
} from './archive.ts'
import type { BlobStore, Draft } from './blob-store.ts'
import { countStore } from './count-store.ts'
import { deflate } from './deflate.ts'
import { hashHex, readHash, toHash } from './hash-content.ts'
import { createLeases } from './leases.ts'
import { type Codec, pack, unpack } from './pack.ts'
import type { Reference, ReferenceState } from './reference.ts'
import { sweepStore } from './sweep-store.ts'

/** How often a change that somebody else was quicker at is tried. */
const maxTries = 20

/** An archive over any store: what is promised about hashes, owners and time is kept here. */
export function createArchive(
  store: BlobStore,
  options: ArchiveOptions = {},
  codec: Codec = deflate,
): Archive {
  const { ttlMs: defaultTtlMs, quotaBytes, sweepEveryMs, now } = withDefaults(options)
  const time = () => Math.max(0, Math.floor(now()))
  const leases = createLeases()
  let lastSweep: Promise<unknown> = Promise.resolve()
  // A store that knows when others swept is asked at once, so that programs that end soon do their share.
  let sweepDueAt = store.claimSweep === undefined ? time() + sweepEveryMs : 0
  let unsweptBytes = 0

  /** How many bytes it wrote: none when the content was there. */
  async function put(
    packing: Promise<Uint8Array>,
    draft: Draft,
    hash: string,
    owner: string,
    { ttlMs = defaultTtlMs, pinned = false, type }: PutOptions,
  ): Promise<number> {
    for (let tries = 0; tries < maxTries; tries++) {
      const createdAt = time()
      const held = await store.find(hash)
      const own = held.find((one) => one.owner === owner)
      const source = own ?? held.find(isUsable)
      const wanted: Reference = {
        hash,
        owner,
        createdAt,
        expiresAt: createdAt + ttlMs,
        bytes: 0,
        state: pinned ? 'pinned' : 'kept',
        ...(type !== undefined && { type }),
      }
      const reference = own === undefined ? wanted : merge(own, wanted)
      if (source !== undefined && (await readWhole(source)) instanceof Uint8Array) {
        if (await store.refer({ ...reference, bytes: source.bytes }, source)) return 0
        if (own !== undefined) continue
      }
      if (own !== undefined) await store.remove(own)
      const packed = await packing
      if (packed.length > quotaBytes)
        throw new ArchiveError(
          'too_large',
          `The content takes ${packed.length} bytes as stored, and the quota of the whole archive is ${quotaBytes}.`,
        )
      if (await draft.write({ ...reference, bytes: packed.length }, packed)) return packed.length
    }
    throw tooBusy()
  }

  async function get(hash: string, owner: string): Promise<ArchiveEntry | undefined> {
    for (let tries = 0; tries < maxTries; tries++) {
      const own = await findLive(hash, owner)
      const reference = own.find(isUsable)
      if (reference === undefined) {
        if (own.length === 0) return undefined
        throw new ArchiveError(
          'corrupt',
          `The content of ${toHash(hash)} is damaged and was set aside.`,
        )
      }
      const content = await readWhole(reference)
      if (content instanceof Uint8Array) return toEntry(reference, content)
      if (content === 'corrupt')
        await store.refer({ ...reference, state: 'quarantined' }, reference)
    }
    return undefined
  }

  /** The content behind a reference, if it is what the hash says; undefined when it is gone. */
  async function readWhole(reference: Reference): Promise<Uint8Array | 'corrupt' | undefined> {
    const stored = await store.read(reference)
    if (stored === undefined) return undefined
    const content = await unpack(stored, codec)
    return content !== undefined && (await hashHex(content)) === reference.hash
      ? content
      : 'corrupt'
  }

  /**
   * The owner's references that have not expired, the one that lives longest first: a race of two
   * processes can leave several.
   */
  async function findLive(hash: string, owner: string): Promise<readonly Reference[]> {
    const found = await store.find(hash, owner)
    return found
      .filter(({ expiresAt }) => expiresAt > time())
      .sort((a, b) => b.expiresAt - a.expiresAt)
  }

  async function setState(hash: string, owner: string, state: ReferenceState): Promise<boolean> {
    for (let tries = 0; tries < maxTries; tries++) {
      const own = (await findLive(hash, owner)).filter(isUsable)
      const others = own.filter((one) => one.state !== state)
      if (others.length === 0) return own.length > 0
      for (const one of others) await store.refer({ ...one, state }, one)
    }
    throw tooBusy()
  }

  async function remove(hash: string, owner: string): Promise<boolean> {
    const wasLive = (await findLive(hash, owner)).length > 0
    for (let tries = 0; tries < maxTries; tries++) {
      const own = await store.find(hash, owner)
      if (own.length === 0) return wasLive
      for (const one of own) await store.remove(one)
    }
    throw tooBusy()
  }

  /** One sweep after the other, as two at once would only do the same twice. */
  function sweep(): Promise<SweepResult> {
    sweepDueAt = time() + sweepEveryMs
    unsweptBytes = 0
    const swept = lastSweep.then(() =>
      sweepStore(store, { now: time(), quotaBytes, isRead: leases.isHeld }),
    )
    lastSweep = swept.catch(() => {})
    return swept
  }

  /** Nobody waits for it, and where it fails, things only stay longer. */
  async function sweepWhenDue(written: number): Promise<void> {
    unsweptBytes += written
    const isFull = unsweptBytes > quotaBytes / 10
    if (sweepEveryMs === Infinity || (time() < sweepDueAt && !isFull)) return
    sweepDueAt = time() + sweepEveryMs
    if (isFull || (await (store.claimSweep?.(time(), sweepEveryMs) ?? true))) await sweep()
  }

  /** Checks what the caller gave, and lets no error of the store out as it is. */
  const onEntry = async <T>(
    hash: string,
    { owner }: OwnerOptions,
    work: (hash: string, owner: string) => Promise<T>,
  ): Promise<T> => {
    const hex = readHash(hash)
    checkOwner(owner)
    return work(hex, await hashHex(owner)).catch(failed)
  }

  return {
    async put(content, options) {
      checkPut(options)
      const bytes = toBytes(content)
      // Most content is new, so it is packed while its hash is made; where it is not, nobody waits for this.
      const packing = pack(bytes, codec)
      packing.catch(() => {})
      const draft = store.draft()
      try {
        const [hash, owner] = await Promise.all([hashHex(bytes), hashHex(options.owner)])
        const written = await put(packing, draft, hash, owner, options)
        sweepWhenDue(written).catch(() => {})
        return toHash(hash)
      } catch (thrown) {
        throw toUnavailable(thrown)
      } finally {
        await draft.discard().catch(() => {})
      }
    },
    get: async (hash, options) => leases.hold(readHash(hash), () => onEntry(hash, options, get)),
    has: (hash, options) =>
      onEntry(hash, options, async (hex, owner) => (await findLive(hex, owner)).some(isUsable)),
    pin: (hash, options) => onEntry(hash, options, (hex, owner) => setState(hex, owner, 'pinned')),
    unpin: (hash, options) => onEntry(hash, options, (hex, owner) => setState(hex, owner, 'kept')),
    delete: (hash, options) => onEntry(hash, options, remove),
    sweep: () => sweep().catch(failed),
    stats: () => countStore(store, quotaBytes).catch(failed),
  }
}

const isUsable = ({ state }: Reference) => state !== 'quarantined'

/** A reference put again: nothing that was promised before is taken back. */
function merge(held: Reference, wanted: Reference): Reference {
  if (held.expiresAt <= wanted.createdAt || !isUsable(held)) return wanted
  const state = held.state === 'pinned' ? 'pinned' : wanted.state
  return { ...held, ...wanted, state, expiresAt: Math.max(held.expiresAt, wanted.expiresAt) }
}

/**
 * With a copy of the content: it may be part of what a store keeps, or of a buffer that holds other
 * things.
 */
function toEntry(
  { hash, type, state, createdAt, expiresAt }: Reference,
  content: Uint8Array,
): ArchiveEntry {
  return {
    hash: toHash(hash),
    content: new Uint8Array(content),
    ...(type !== undefined && { type }),
    pinned: state === 'pinned',
    createdAt,
    expiresAt,
  }
}

const tooBusy = () =>
  new ArchiveError('unavailable', `The entry was changed by others ${maxTries} times in a row.`)

function failed(thrown: unknown): never {
  throw toUnavailable(thrown)
}
