/** Finds the addresses of a host name; every one of them is checked. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

/** How far a request may go. */
export interface FetchOptions {
  readonly signal?: AbortSignal | undefined
  /** Host names and addresses that may be private. Default: none. */
  readonly allowHosts?: readonly string[] | undefined
  /** The most bytes of a document after it is unpacked. Default: 10 MB. */
  readonly maxBytes?: number | undefined
  /** How long all of it may take, redirects included. Default: 30 seconds. */
  readonly maxMs?: number | undefined
  /** Default: the resolver of the system. */
  readonly resolve?: Resolve | undefined
}

/** A document as its server sent it, unpacked. */
export interface FetchedDocument {
  /** The address after all redirects. */
  readonly url: string
  readonly bytes: Uint8Array
  /** The header `Content-Type`; empty if there is none. */
  readonly contentType: string
  /** The header `Last-Modified`, if it is a date. */
  readonly modifiedAt?: Date | undefined
}
