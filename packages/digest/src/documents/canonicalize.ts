import { type Pace, createPace } from '../pace/create-pace.ts'
import { DigestError } from '../pace/digest-error.ts'
import { type DocumentLimits, toDocumentLimits } from '../pace/document-limits.ts'
import { digestContentType } from '../payload/digest-payload.ts'
import type { CanonicalDocument, PageBoundary } from '../text/canonical-document.ts'
import { canonicalText } from '../text/canonical-text.ts'
import { countCodePoints } from '../text/code-points.ts'
import { toTextHash } from '../text/sha256.ts'
import { toPdfPages } from './pdf/to-pdf-pages.ts'
import { toHtmlText } from './to-html-text.ts'

/** A document as it arrives. A string alone is plain text; bytes of text are UTF-8. */
export type DocumentSource = string | TypedSource

/** A document with its content type. */
interface TypedSource {
  readonly contentType: string
  readonly content: string | Uint8Array
}

/** The bounds of reading one document. */
export interface CanonicalizeOptions {
  readonly limits?: Partial<DocumentLimits> | undefined
  readonly signal?: AbortSignal | undefined
}

/** Reads a document into canonical text. Throws a DigestError if it cannot or may not read it. */
export async function canonicalize(
  source: DocumentSource,
  { limits, signal }: CanonicalizeOptions = {},
): Promise<CanonicalDocument> {
  const allowed = toDocumentLimits(limits)
  const pace = createPace({ signal, maxMs: allowed.maxMs })
  const { contentType, content } = toTypedSource(source)
  await pace()
  checkSize(content, allowed.maxBytes)
  const type = toMediaType(contentType)
  if (type === 'application/pdf') {
    const pages = await toPdfPages(toBytes(content), allowed, pace)
    return toPagedDocument(pages, pace)
  }
  const text = canonicalText(await toRawText(type, toText(content), pace))
  return Object.freeze({ text, chars: countCodePoints(text), hash: await toTextHash(text) })
}

function toTypedSource(source: DocumentSource): TypedSource {
  if (typeof source !== 'string') return source
  return { contentType: 'text/plain', content: source }
}

/** Returns the type in lowercase, without parameters such as the charset. */
const toMediaType = (contentType: string): string =>
  (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()

async function toRawText(type: string, content: string, pace: Pace): Promise<string> {
  if (type === 'text/html') return toHtmlText(content, { pace })
  if (type === 'application/xhtml+xml') return toHtmlText(content, { selfClosing: true, pace })
  if (type.startsWith('text/')) return content
  if (type === digestContentType)
    throw new DigestError('already_digested', 'The document is a digest already.')
  throw new DigestError('unsupported_type', 'Documents of this content type are not read.')
}

function checkSize(content: string | Uint8Array, maxBytes: number): void {
  if (isLargerThan(content, maxBytes))
    throw new DigestError('too_large', `The document is larger than ${maxBytes} bytes.`)
}

function isLargerThan(content: string | Uint8Array, maxBytes: number): boolean {
  if (typeof content !== 'string') return content.byteLength > maxBytes
  // A UTF-16 unit is one to three bytes of UTF-8, so most strings need no counting.
  if (content.length > maxBytes) return true
  if (content.length * 3 <= maxBytes) return false
  return new TextEncoder().encode(content).byteLength > maxBytes
}

function toText(content: string | Uint8Array): string {
  if (typeof content === 'string') return content
  return new TextDecoder().decode(content)
}

function toBytes(content: string | Uint8Array): Uint8Array {
  if (typeof content !== 'string') return content
  return new TextEncoder().encode(content)
}

/** Joins pages by an empty line, so that no sentence runs from one page into the next. */
async function toPagedDocument(raw: readonly string[], pace: Pace): Promise<CanonicalDocument> {
  const texts: string[] = []
  const pages: PageBoundary[] = []
  let end = 0
  for (const [index, page] of raw.entries()) {
    await pace()
    const text = canonicalText(page)
    let start = end
    if (text !== '') {
      if (texts.length > 0) start += 2
      texts.push(text)
    }
    end = start + countCodePoints(text)
    pages.push(Object.freeze({ page: index + 1, start, end }))
  }
  const text = texts.join('\n\n')
  const hash = await toTextHash(text)
  return Object.freeze({ text, chars: end, hash, pages: Object.freeze(pages) })
}
