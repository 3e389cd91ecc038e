import * as z from 'zod'

const Page = z.object({ page: z.int(), start: z.int(), end: z.int() })

/** A source of a question, as its file has it. */
export const Source = z.looseObject({
  id: z.string(),
  kind: z.enum(['text', 'html', 'pdf', 'file', 'url']),
  /** An address, a path in the repository, or `text`, `html`, `pdf`. */
  origin: z.string(),
  title: z.string(),
  /** The type of the document itself. */
  document_type: z.string(),
  /** `digest/v1` if the content is a digest for the question, else `text/plain`. */
  content_type: z.enum(['digest/v1', 'text/plain']),
  /** The JSON of the digest; absent if the source is kept as its text alone. */
  content: z.string().optional(),
  /** The hash of the canonical text: `sha256:` and 64 hex digits. */
  text_hash: z.string().regex(/^sha256:[a-f0-9]{64}$/),
  /** The length of the canonical text in code points. */
  chars: z.int().min(0),
  /** Where its pages are in the text, if it has pages. */
  pages: z.array(Page).optional(),
  fetched_at: z.iso.datetime(),
  /** When the document itself was changed, if that is known. */
  modified_at: z.iso.datetime().optional(),
})

/** A source of a question. */
export type Source = z.output<typeof Source>
