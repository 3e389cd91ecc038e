/** The limits of a server, which hold for every call. */
export interface Limits {
  /** Time for one call, in milliseconds. */
  readonly timeoutMs: number
  /** How deep arguments may nest. */
  readonly depth: number
  /** Size of a request body, in bytes. */
  readonly bodyBytes: number
}
