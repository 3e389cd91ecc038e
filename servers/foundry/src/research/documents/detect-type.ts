/** A type of documents that can be read. */
export type DocumentType = 'application/pdf' | 'text/html' | 'application/xhtml+xml' | 'text/plain'

/** What the content of a document is, whatever it is called. */
export interface DetectedType {
  /** Undefined if it cannot be read. */
  readonly type?: DocumentType | undefined
  /** The name of the type, for messages. */
  readonly name: string
}

/** How formats that are not text begin, in Latin-1. */
const beginnings: readonly (readonly [string, string])[] = [
  ['\x89PNG', 'a PNG picture'],
  ['\xff\xd8\xff', 'a JPEG picture'],
  ['GIF8', 'a GIF picture'],
  ['PK\x03\x04', 'a ZIP archive or an office document'],
  ['\x1f\x8b', 'a gzip archive'],
  ['\x7fELF', 'a program'],
  ['MZ\x90', 'a program'],
  ['\xd0\xcf\x11\xe0', 'an old office document'],
]

const lookedAt = 8_192
/** Readers of PDF look for its beginning in so many bytes. */
const pdfBegin = 1_024
const html = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype\s+html|html)\b/i
const xhtml = /^\s*<\?xml/i

/** Finds the type of a document by its content. */
export function detectType(bytes: Uint8Array): DetectedType {
  const start = Buffer.from(bytes.subarray(0, lookedAt))
  const latin = start.toString('latin1')
  if (isPdf(latin)) return { type: 'application/pdf', name: 'a PDF' }
  const known = beginnings.find(([beginning]) => latin.startsWith(beginning))
  if (known !== undefined) return { name: known[1] }
  const text = toWideText(start) ?? latin
  if (isBinary(text)) return { name: 'binary data' }
  const plain = text.replace(/^(?:\uFEFF|\xef\xbb\xbf)/, '')
  if (!html.test(plain)) return { type: 'text/plain', name: 'plain text' }
  if (xhtml.test(plain)) return { type: 'application/xhtml+xml', name: 'HTML' }
  return { type: 'text/html', name: 'HTML' }
}

/** Some PDFs begin with other bytes; a text that is about PDF may name the mark as well. */
function isPdf(latin: string): boolean {
  if (/^\s*%PDF-/.test(latin)) return true
  return latin.slice(0, pdfBegin).includes('%PDF-') && isBinary(latin)
}

/** Returns the text if a byte order mark says that its characters have two bytes. */
function toWideText(start: Buffer): string | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder('utf-16le').decode(start)
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder('utf-16be').decode(start)
  return undefined
}

/** A text has no null character, and hardly any other control characters. */
function isBinary(text: string): boolean {
  if (text.includes('\0')) return true
  // oxlint-disable-next-line no-control-regex -- control characters are to be counted
  const controls = text.match(/[\x01-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0
  return controls * 20 > text.length
}
