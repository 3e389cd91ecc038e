import { ArchiveError } from './archive-error.ts'
import { maxContentBytes } from './archive-options.ts'
import type { ArchiveEntry } from './archive.ts'
import type { BlobStore, Draft } from './blobs/blob-store.ts'
import type { Reference, ReferenceState } from './blobs/reference.ts'
import { hashHex, toHash } from './hash-content.ts'
import { type Codec, unpack } from './pack/pack.ts'

/** How often a change is tried if somebody else was faster. */
const maxTries = 20

/** The parts that entries are made of. */
export interface ArchiveEntriesInit {
  readonly store: BlobStore
  readonly codec: Codec
  readonly quotaBytes: number
  /** Milliseconds since 1970. */
  readonly time: () => number
}

/** One content of one owner, as it is put; hash and owner are 64 hex digits. */
export interface EntryInit {
  readonly hash: string
  readonly owner: string
  readonly ttlMs: number
  readonly pinned: boolean
  readonly type: string | undefined
  readonly scopes: readonly string[] | undefined
  /** The content as it is stored. */
  readonly packing: Promise<Uint8Array>
  readonly draft: Draft
}

/** The entries of an archive: keeps its promises about hashes, owners and time over any store. */
export class ArchiveEntries {
  readonly #store: BlobStore
  readonly #codec: Codec
  readonly #quotaBytes: number
  readonly #time: () => number

  constructor({ store, codec, quotaBytes, time }: ArchiveEntriesInit) {
    this.#store = store
    this.#codec = codec
    this.#quotaBytes = quotaBytes
    this.#time = time
  }

  /** Puts an entry and returns how many bytes it wrote: none if the content was there. */
  async put(init: EntryInit): Promise<number> {
    for (let tries = 0; tries < maxTries; tries++) {
      const wanted = this.#toReference(init)
      const held = await this.#store.find(init.hash)
      const own = held.find((one) => one.owner === init.owner)
      const source = own ?? held.find(isUsable)
      const reference = own === undefined ? wanted : merge(own, wanted)
      if (source !== undefined && (await this.#readWhole(source)) instanceof Uint8Array) {
        if (await this.#store.refer({ ...reference, bytes: source.bytes }, source)) return 0
        if (own !== undefined) continue
      }
      if (own !== undefined) await this.#store.remove(own)
      const packed = await init.packing
      this.#checkQuota(packed)
      if (await init.draft.write({ ...reference, bytes: packed.length }, packed))
        return packed.length
    }
    throw tooBusy()
  }

  /** Returns the entry of an owner; sets damaged content aside, and throws for it. */
  async get(hash: string, owner: string): Promise<ArchiveEntry | undefined> {
    for (let tries = 0; tries < maxTries; tries++) {
      const own = await this.#findLive(hash, owner)
      const reference = own.find(isUsable)
      if (reference === undefined) {
        if (own.length === 0) return undefined
        throw damaged(hash)
      }
      const content = await this.#readWhole(reference)
      if (content instanceof Uint8Array) return toEntry(reference, content)
      if (content === 'corrupt')
        await this.#store.refer({ ...reference, state: 'quarantined' }, reference)
    }
    return undefined
  }

  /** True if an owner has an entry that is not set aside. */
  async has(hash: string, owner: string): Promise<boolean> {
    return (await this.#findLive(hash, owner)).some(isUsable)
  }

  /** Sets the state of an owner's entry; false if there is none. */
  async setState(hash: string, owner: string, state: ReferenceState): Promise<boolean> {
    for (let tries = 0; tries < maxTries; tries++) {
      const own = (await this.#findLive(hash, owner)).filter(isUsable)
      const others = own.filter((one) => one.state !== state)
      if (others.length === 0) return own.length > 0
      for (const one of others) await this.#store.refer({ ...one, state }, one)
    }
    throw tooBusy()
  }

  /** Removes the entry of an owner; false if there is none that has not expired. */
  async remove(hash: string, owner: string): Promise<boolean> {
    const wasLive = (await this.#findLive(hash, owner)).length > 0
    for (let tries = 0; tries < maxTries; tries++) {
      const own = await this.#store.find(hash, owner)
      if (own.length === 0) return wasLive
      for (const one of own) await this.#store.remove(one)
    }
    throw tooBusy()
  }

  #toReference({ hash, owner, ttlMs, pinned, type, scopes }: EntryInit): Reference {
    const createdAt = this.#time()
    const state = pinned ? 'pinned' : 'kept'
    const expiresAt = createdAt + ttlMs
    return { hash, owner, createdAt, expiresAt, bytes: 0, state, type, scopes }
  }

  #checkQuota({ length }: Uint8Array): void {
    if (length <= this.#quotaBytes) return
    throw new ArchiveError(
      'too_large',
      `The content takes ${length} bytes as stored, ` +
        `and the quota of the whole archive is ${this.#quotaBytes}.`,
    )
  }

  /** Reads the content of a reference if it has its hash; undefined if the content is gone. */
  async #readWhole(reference: Reference): Promise<Uint8Array | 'corrupt' | undefined> {
    const stored = await this.#store.read(reference)
    if (stored === undefined) return undefined
    const content = await unpack(stored, this.#codec, maxContentBytes)
    if (content === undefined) return 'corrupt'
    return (await hashHex(content)) === reference.hash ? content : 'corrupt'
  }

  /**
   * Returns the owner's references that have not expired, the one that lives longest first. A race
   * of two processes can leave several.
   */
  async #findLive(hash: string, owner: string): Promise<readonly Reference[]> {
    const found = await this.#store.find(hash, owner)
    const live = found.filter(({ expiresAt }) => expiresAt > this.#time())
    return live.sort((a, b) => b.expiresAt - a.expiresAt)
  }
}

const isUsable = ({ state }: Reference) => state !== 'quarantined'

/** Puts a reference again: nothing that was promised before is taken back. */
function merge(held: Reference, wanted: Reference): Reference {
  if (held.expiresAt <= wanted.createdAt || !isUsable(held)) return wanted
  return {
    ...wanted,
    state: held.state === 'pinned' ? 'pinned' : wanted.state,
    expiresAt: Math.max(held.expiresAt, wanted.expiresAt),
    type: wanted.type ?? held.type,
    scopes: mergeScopes(held.scopes, wanted.scopes),
  }
}

/** Whoever could read the content with fewer scopes still can; else the last put decides. */
function mergeScopes(held: Reference['scopes'] = [], wanted: Reference['scopes'] = []) {
  const scopes = held.every((scope) => wanted.includes(scope)) ? held : wanted
  return scopes.length === 0 ? undefined : scopes
}

/** Copies the content: it may be part of what a store keeps, or of a buffer with other things. */
function toEntry(
  { hash, type, scopes, state, createdAt, expiresAt }: Reference,
  content: Uint8Array,
): ArchiveEntry {
  return {
    hash: toHash(hash),
    content: new Uint8Array(content),
    type,
    scopes,
    pinned: state === 'pinned',
    createdAt,
    expiresAt,
  }
}

const damaged = (hash: string) =>
  new ArchiveError('corrupt', `The content of ${toHash(hash)} is damaged and was set aside.`)

const tooBusy = () =>
  new ArchiveError('unavailable', `The entry was changed by others ${maxTries} times in a row.`)
