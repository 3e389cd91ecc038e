import {
  type CanonicalDocument,
  DigestError,
  type DigestOptions,
  checkEligibility,
  digest,
  parseDigest,
  serializeDigest,
} from '@toolaccord/digest'
import type { Source } from './records/source.ts'

/** How documents are condensed. */
export interface CondenseOptions extends DigestOptions {
  /** The shortest text that is condensed, in code points. Default: 10,000. */
  readonly minChars?: number | undefined
}

/** The content of a source, and why it is less than was wanted. */
export interface Condensed extends Pick<Source, 'content_type' | 'content'> {
  /** Set if the summary is taken from the text, or if there is no digest at all. */
  readonly fallback?: string | undefined
}

/**
 * Condenses a document for a question. A short one stays text, and so does one whose digest fails;
 * a digest is never condensed again.
 */
export async function condense(
  document: CanonicalDocument,
  question: string,
  { minChars, ...options }: CondenseOptions,
): Promise<Condensed> {
  if (document.text.startsWith('{') && parseDigest(document.text).ok)
    return { content_type: 'digest/v1', content: document.text }
  if (!checkEligibility(document, { minChars }).eligible) return { content_type: 'text/plain' }
  try {
    const { payload, warnings } = await digest(document, question, options)
    const fallback = warnings[0]?.context.reason
    return { content_type: 'digest/v1', content: serializeDigest(payload), fallback }
  } catch (thrown) {
    options.signal?.throwIfAborted()
    if (!(thrown instanceof DigestError)) throw thrown
    return { content_type: 'text/plain', fallback: `digest_${thrown.reason}` }
  }
}
