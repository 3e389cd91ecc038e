import {
  type CanonicalDocument,
  DigestError,
  type DocumentLimits,
  canonicalize,
  documentLimits,
} from '@toolaccord/digest'
import { FoundryError } from '../../errors/foundry-error.ts'
import { decodeText } from './decode-text.ts'
import type { DocumentType } from './detect-type.ts'
import type { RawDocument } from './raw-document.ts'
import { settleType } from './settle-type.ts'

/** A document that was read. */
export interface ReadableDocument {
  readonly type: DocumentType
  readonly document: CanonicalDocument
  readonly title: string
}

/** The bounds of reading. */
export interface ReadOptions {
  readonly limits?: Partial<DocumentLimits> | undefined
  readonly signal?: AbortSignal | undefined
}

const longestTitle = 120
const titleTag = /<title[^>]{0,200}>([^<]{1,2000})/i

/** Reads a document into canonical text, within the limits. */
export async function readDocument(
  raw: RawDocument,
  { limits = {}, signal }: ReadOptions = {},
): Promise<ReadableDocument> {
  const type = settleType(raw)
  const content = type === 'application/pdf' ? raw.bytes : toText(raw, type)
  try {
    const document = await canonicalize({ contentType: type, content }, { limits, signal })
    if (document.chars === 0) throw toEmpty(type)
    return { type, document, title: await findTitle(content, type, document) }
  } catch (thrown) {
    signal?.throwIfAborted()
    if (!(thrown instanceof DigestError)) throw thrown
    throw toUnreadable(thrown, { ...documentLimits, ...limits })
  }
}

const toText = ({ bytes, charset }: RawDocument, type: DocumentType): string =>
  decodeText(bytes, { charset, isHtml: type !== 'text/plain' })

async function findTitle(
  content: string | Uint8Array,
  type: DocumentType,
  { text }: CanonicalDocument,
): Promise<string> {
  const [firstLine = ''] = text.slice(0, 2_000).split('\n', 1)
  if (typeof content !== 'string' || type === 'text/plain') return cutTitle(firstLine)
  const written = titleTag.exec(content.slice(0, 65_536))?.[1] ?? ''
  // A paragraph of its own, because canonical text leaves out the head of a page.
  const page = { contentType: 'text/html', content: `<p>${written}</p>` }
  const title = (await canonicalize(page)).text
  return cutTitle(title === '' ? firstLine : title)
}

function cutTitle(title: string): string {
  const line = title.replaceAll('\n', ' ').replace(/^#+ /, '')
  const characters = Array.from(line)
  if (characters.length <= longestTitle) return line
  return `${characters.slice(0, longestTitle - 1).join('')}…`
}

function toEmpty(type: DocumentType): FoundryError {
  const hint =
    type === 'application/pdf'
      ? 'A scanned PDF has pictures of text only: run text recognition on it first.'
      : 'Give a document that has text.'
  return new FoundryError('UNREADABLE_SOURCE', 'The document has no text.', { hint })
}

function toUnreadable(error: DigestError, limits: DocumentLimits): FoundryError {
  const { reason, message, hint } = error
  const details = { reason, limit: limitOf(reason, limits) }
  const unreadable = new FoundryError('UNREADABLE_SOURCE', message, { hint, details })
  unreadable.cause = error
  return unreadable
}

/** Names the limit that was hit. */
function limitOf(reason: DigestError['reason'], limits: DocumentLimits): object | undefined {
  const { maxBytes, maxUnpackedBytes, maxPages, maxMs } = limits
  if (reason === 'too_large') return { max_bytes: maxBytes, max_unpacked_bytes: maxUnpackedBytes }
  if (reason === 'too_many_pages') return { max_pages: maxPages }
  if (reason === 'timeout') return { max_ms: maxMs }
  return undefined
}
