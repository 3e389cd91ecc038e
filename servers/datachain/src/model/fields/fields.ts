import * as z from 'zod'
import { wellFormed } from './well-formed.ts'

/** The strings that documents are made of, each with a limit far above what is written by hand. */
export const fields = {
  /** Sentences and paragraphs. */
  prose: wellFormed(z.string().max(8_000)),
  /** A title, or an id of the author's own making. */
  line: wellFormed(z.string().min(1).max(500)),
  /** A reference to an id, which may be wrong. */
  name: wellFormed(z.string().min(1).max(128)),
  /** A key of a record. */
  key: wellFormed(z.string().max(128)),
  timestamp: z.iso.datetime({ offset: true }),
  webAddress: wellFormed(
    z.url({ protocol: /^https?$/, error: 'an http or https address' }).max(2_000),
  ),
} as const
