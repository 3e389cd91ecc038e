/** Content by its hash, kept for the owners that put it. */
export interface Archive {
  /** False if only one process sees the content. Default: true. */
  readonly isShared?: boolean | undefined
  /**
   * Keeps the content for an owner and returns its hash; resolves when it is durable. The content
   * must not change meanwhile. Put again, it lives longer, never shorter.
   */
  put(content: Uint8Array | string, options: PutOptions): Promise<string>
  /**
   * Returns the content, its hash verified; undefined if it is not there, has expired, or was put
   * by other owners only.
   */
  get(hash: string, options: OwnerOptions): Promise<ArchiveEntry | undefined>
  /** True if `get` would look for the content; the hash is not verified. */
  has(hash: string, options: OwnerOptions): Promise<boolean>
  /** Keeps an entry from being evicted, not from expiring; false if the owner has no such entry. */
  pin(hash: string, options: OwnerOptions): Promise<boolean>
  /** Allows an entry to be evicted again; false if the owner has no such entry. */
  unpin(hash: string, options: OwnerOptions): Promise<boolean>
  /** Removes the entry of an owner, and the content with its last entry; false if there is none. */
  delete(hash: string, options: OwnerOptions): Promise<boolean>
  /**
   * Removes expired entries, then unpinned ones until the rest is within the quota: each time the
   * oldest of the owner who holds most. Content that is being read stays.
   */
  sweep(): Promise<SweepResult>
  /** Counts what the archive holds. */
  stats(): Promise<ArchiveStats>
}

/** The owner of an entry. */
export interface OwnerOptions {
  /** 1 to 1024 characters. */
  readonly owner: string
}

/** The options of `put`. */
export interface PutOptions extends OwnerOptions {
  /** Default: that of the archive. */
  readonly ttlMs?: number | undefined
  /** Default: false. */
  readonly pinned?: boolean | undefined
  /** The media type without parameters, as `application/json`. */
  readonly type?: string | undefined
  /** The scopes that a reader must have; an archive only keeps them. Default: none. */
  readonly scopes?: readonly string[] | undefined
}

/** Content as one owner put it. */
export interface ArchiveEntry {
  readonly hash: string
  readonly content: Uint8Array
  readonly type?: string | undefined
  /** The scopes that a reader must have, as they were put; absent if there are none. */
  readonly scopes?: readonly string[] | undefined
  readonly pinned: boolean
  /** When its owner last put it, in milliseconds since 1970. */
  readonly createdAt: number
  readonly expiresAt: number
}

/** The numbers of entries and contents that a sweep removed. */
export interface SweepResult {
  /** Entries that had expired. */
  readonly expired: number
  /** Contents that were removed because of the quota. */
  readonly evicted: number
}

/** The numbers of an archive, for all owners. */
export interface ArchiveStats {
  readonly contents: number
  /** Entries of all owners; several may share one content. */
  readonly references: number
  readonly pinned: number
  /** Entries that were found corrupt. */
  readonly quarantined: number
  /** As stored, each content once. */
  readonly bytes: number
  readonly quotaBytes: number
}

/** The options of every archive. */
export interface ArchiveOptions {
  /** How long an entry lives if its put does not say. Default: 7 days. */
  readonly ttlMs?: number | undefined
  /**
   * Stored bytes of all owners that a sweep leaves at most, pinned ones aside. Default: 1 GB, or 64
   * MB in memory.
   */
  readonly quotaBytes?: number | undefined
  /**
   * A put starts a sweep if the last one is this long ago, or if a tenth of the quota was written
   * since. Infinity: never. Default: 10 minutes.
   */
  readonly sweepEveryMs?: number | undefined
  /** Default: Date.now. */
  readonly now?: (() => number) | undefined
}
