import type { Archive } from '../archive/archive.ts'
import type { Face } from '../define/call.ts'

/** How a server makes its answers fit. */
export interface FidelityOptions {
  /** Keeps what answers leave out. */
  readonly archive: Archive
  /** Tokens for an answer if neither its tool nor its caller says otherwise. Default: 20,000. */
  readonly budget?: number | undefined
  /**
   * The faces whose answers are made to fit. On another one an answer is whole unless its caller
   * names a budget. Default: all faces.
   */
  readonly faces?: readonly Face[] | undefined
  /**
   * Returns how many tokens a string has at most; counting may stop over the limit. Default: an
   * estimate that is never too low for the tokenizer o200k.
   */
  readonly estimate?: ((text: string, limit: number) => number) | undefined
  /**
   * How long what is left out is kept, in milliseconds. Default: as long as the archive keeps
   * entries, 7 days.
   */
  readonly ttlMs?: number | undefined
}
