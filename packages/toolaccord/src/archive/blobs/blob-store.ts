import type { Reference } from './reference.ts'

/** One write, begun before it is known whether it is needed. */
export interface Draft {
  /**
   * Adds a reference with its bytes; false if its owner has one already, unless a store can hold
   * several.
   */
  write(reference: Reference, bytes: Uint8Array): Promise<boolean>
  /** Ends a draft, whether written or not. */
  discard(): Promise<void>
}

/**
 * The storage of an archive: references and contents. Each change is one step for everybody who
 * shares the store, and durable when it resolves.
 */
export interface BlobStore {
  /** Returns the references to a content, of one owner or of all. */
  find(hash: string, owner?: string): Promise<readonly Reference[]>
  /**
   * Returns the bytes of a reference, or undefined if they are gone. A removal does not disturb a
   * read that has begun.
   */
  read(reference: Reference): Promise<Uint8Array | undefined>
  /** Gets ready to write while the hash is not known yet: most content is new. */
  draft(): Draft
  /**
   * Puts a reference in the place of `source`, or beside it if that is another owner's; false if
   * `source` is not there as it is given.
   */
  refer(reference: Reference, source: Reference): Promise<boolean>
  /** Removes a reference, and the bytes with the last one; false if it is not there as given. */
  remove(reference: Reference): Promise<boolean>
  /** Returns every reference; those that come or go meanwhile may be among them. */
  list(): AsyncIterable<Reference>
  /** Removes the remains of writers that died. */
  tidy?(now: number): Promise<void>
  /** True if this process is the one to sweep, because none that shares the store did recently. */
  claimSweep?(now: number, everyMs: number): Promise<boolean>
}
