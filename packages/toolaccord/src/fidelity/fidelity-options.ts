import type { Archive } from '../archive/archive.ts'

/** What the fidelity of a server can be told. */
export interface FidelityOptions {
  /** Where what is left out is kept. */
  readonly archive: Archive
  /** Tokens for an answer where neither its tool nor its caller says otherwise. Default: 20,000. */
  readonly budget?: number
  /**
   * How many tokens a text has at most; counting may stop over the limit. Default: an estimate that
   * is never too low for the tokenizer o200k.
   */
  readonly estimate?: (text: string, limit: number) => number
  /**
   * How long what is left out is kept, in milliseconds. Default: as long as the archive keeps
   * things, 7 days.
   */
  readonly ttlMs?: number
}
