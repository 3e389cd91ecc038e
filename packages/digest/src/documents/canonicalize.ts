import { digestContentType } from '../payload/digest-payload.ts'
import type { CanonicalDocument, PageBoundary } from '../text/canonical-document.ts'
import { canonicalText } from '../text/canonical-text.ts'
import { countCodePoints } from '../text/code-points.ts'
import { toTextHash } from '../text/sha256.ts'
import { type Pace, createPace } from '../work/create-pace.ts'
import { DigestError } from '../work/digest-error.ts'
import { type DocumentLimits, toDocumentLimits } from '../work/limits.ts'
import { toPdfPages } from './pdf/to-pdf-pages.ts'
import { toHtmlText } from './to-html-text.ts'

/** A document as it arrives. A string alone is plain text; bytes of text are UTF-8. */
export type DocumentSource =
  | string
  | { readonly contentType: string; readonly content: string | Uint8Array }

export interface CanonicalizeOptions {
  readonly limits?: Partial<DocumentLimits> | undefined
  readonly signal?: AbortSignal | undefined
}

/** Reads a document into canonical text. Throws a DigestError for what it cannot or may not read. */
export async function canonicalize(
  source: DocumentSource,
  { limits, signal }: CanonicalizeOptions = {},
): Promise<CanonicalDocument> {
  const allowed = toDocumentLimits(limits)
  const pace = createPace({ signal, maxMs: allowed.maxMs })
  const { contentType, content } =
    typeof source === 'string' ? { contentType: 'text/plain', content: source } : source
  await pace()
  checkSize(content, allowed.maxBytes)
  const type = toMediaType(contentType)
  if (type === 'application/pdf')
    return toPagedDocument(await toPdfPages(toBytes(content), allowed, pace), pace)
  const text = canonicalText(await toRawText(type, toText(content)))
  return Object.freeze({ text, chars: countCodePoints(text), hash: await toTextHash(text) })
}

/** Lowercase, without parameters such as the charset. */
const toMediaType = (contentType: string): string =>
  (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()

async function toRawText(type: string, content: string): Promise<string> {
  if (type === 'text/html') return toHtmlText(content)
  if (type === 'application/xhtml+xml') return toHtmlText(content, { selfClosing: true })
  if (type.startsWith('text/')) return content
  if (type === digestContentType)
    throw new DigestError('already_digested', 'The document is a digest already.')
  throw new DigestError('unsupported_type', 'Documents of this content type are not read.')
}

function checkSize(content: string | Uint8Array, maxBytes: number): void {
  const size = typeof content === 'string' ? sizeOf(content, maxBytes) : content.byteLength
  if (size > maxBytes)
    throw new DigestError('too_large', `The document is larger than ${maxBytes} bytes.`)
}

/** Counts the bytes of UTF-8 only where the number of units leaves the answer open. */
const sizeOf = (text: string, maxBytes: number): number =>
  text.length > maxBytes || text.length * 3 <= maxBytes
    ? text.length
    : new TextEncoder().encode(text).byteLength

const toText = (content: string | Uint8Array): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

const toBytes = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content

/** Pages apart by an empty line, so that no sentence runs from one page into the next. */
async function toPagedDocument(raw: readonly string[], pace: Pace): Promise<CanonicalDocument> {
  const texts: string[] = []
  const pages: PageBoundary[] = []
  let end = 0
  for (const [index, page] of raw.entries()) {
    await pace()
    const text = canonicalText(page)
    const start = text !== '' && end > 0 ? end + 2 : end
    end = start + countCodePoints(text)
    if (text !== '') texts.push(text)
    pages.push(Object.freeze({ page: index + 1, start, end }))
  }
  const text = texts.join('\n\n')
  return Object.freeze({
    text,
    chars: end,
    hash: await toTextHash(text),
    pages: Object.freeze(pages),
  })
}
