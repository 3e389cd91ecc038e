/** Content by its hash, kept for those who put it. */
export interface Archive {
  /**
   * Keeps the content, which must not change meanwhile, for an owner and gives its hash; resolves
   * when it is durable. Put again, it lives longer, never shorter.
   */
  put(content: Uint8Array | string, options: PutOptions): Promise<string>
  /**
   * The content, its hash verified; undefined when it is not there, has expired, or was put by
   * others only.
   */
  get(hash: string, options: OwnerOptions): Promise<ArchiveEntry | undefined>
  /** Whether `get` would look for the content; the hash is not verified. */
  has(hash: string, options: OwnerOptions): Promise<boolean>
  /** Keeps an entry from being evicted, not from expiring; false when the owner has no such entry. */
  pin(hash: string, options: OwnerOptions): Promise<boolean>
  /** Lets an entry be evicted again; false when the owner has no such entry. */
  unpin(hash: string, options: OwnerOptions): Promise<boolean>
  /**
   * Removes the owner's reference, and the content with the last one; false when the owner has
   * none.
   */
  delete(hash: string, options: OwnerOptions): Promise<boolean>
  /**
   * Removes what has expired, then the oldest unpinned content until the rest is within the quota;
   * nothing that is being read.
   */
  sweep(): Promise<SweepResult>
  stats(): Promise<ArchiveStats>
}

/** Whose entry is meant. */
export interface OwnerOptions {
  /** 1 to 256 characters. */
  readonly owner: string
}

/** For whom, how long and as what content is put. */
export interface PutOptions extends OwnerOptions {
  /** Default: that of the archive. */
  readonly ttlMs?: number | undefined
  /** Default: false. */
  readonly pinned?: boolean | undefined
  /** The media type without parameters, as `application/json`. */
  readonly type?: string | undefined
}

/** Content as one owner put it. */
export interface ArchiveEntry {
  readonly hash: string
  readonly content: Uint8Array
  readonly type?: string | undefined
  readonly pinned: boolean
  /** When its owner last put it, in milliseconds since 1970. */
  readonly createdAt: number
  readonly expiresAt: number
}

/** What a sweep removed. */
export interface SweepResult {
  /** References that had expired. */
  readonly expired: number
  /** Contents that went because of the quota. */
  readonly evicted: number
}

/** What an archive holds, for all owners. */
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

/** What every archive can be told. */
export interface ArchiveOptions {
  /** How long an entry lives when its put does not say. Default: 7 days. */
  readonly ttlMs?: number | undefined
  /** Stored bytes that a sweep leaves at most, pinned ones aside. Default: 1 GB. */
  readonly quotaBytes?: number | undefined
  /**
   * A put starts a sweep when the last one is so long ago, or a tenth of the quota was written
   * since; Infinity: never. Default: 10 minutes.
   */
  readonly sweepEveryMs?: number | undefined
  /** Default: Date.now. */
  readonly now?: (() => number) | undefined
}
