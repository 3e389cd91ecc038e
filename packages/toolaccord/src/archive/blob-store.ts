import type { Reference } from './reference.ts'

/** One write, begun before it is known whether it is needed. */
export interface Draft {
  /**
   * Adds a reference with its bytes; false when its owner has one already, unless a store can hold
   * several.
   */
  write(reference: Reference, bytes: Uint8Array): Promise<boolean>
  /** Ends a draft, whether written or not. */
  discard(): Promise<void>
}

/**
 * What an archive keeps references and contents in. Each change is one step for everybody who
 * shares the store, and durable when it resolves.
 */
export interface BlobStore {
  /** The references to a content, of one owner or of all. */
  find(hash: string, owner?: string): Promise<readonly Reference[]>
  /**
   * The bytes behind a reference; undefined when they are gone. A read that has begun is not
   * disturbed by a removal.
   */
  read(reference: Reference): Promise<Uint8Array | undefined>
  /** Gets ready to write while the hash is not known yet: most content is new. */
  draft(): Draft
  /**
   * Puts a reference in the place of `source`, or beside it when that is another owner's; false
   * when `source` is not there as it is given.
   */
  refer(reference: Reference, source: Reference): Promise<boolean>
  /**
   * Removes a reference, and the bytes with the last one; false when it is not there as it is
   * given.
   */
  remove(reference: Reference): Promise<boolean>
  /** Every reference; those that come or go meanwhile may be among them. */
  list(): AsyncIterable<Reference>
  /** Removes what writers that died have left behind. */
  tidy?(now: number): Promise<void>
  /**
   * Whether this process is the one to sweep, as none of those that share the store has for so
   * long.
   */
  claimSweep?(now: number, everyMs: number): Promise<boolean>
}

/** The drafts of a store that needs nothing to get ready. */
export const toDrafts = (write: Draft['write']) => (): Draft => ({ write, discard: async () => {} })
