import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { Pace } from '../../pace/create-pace.ts'
import { DigestError } from '../../pace/digest-error.ts'
import type { DocumentLimits } from '../../pace/document-limits.ts'
import { checkUnpackedSize } from './check-unpacked-size.ts'
import { LineWriter } from './line-writer.ts'

/** The header of a PDF is somewhere in its first bytes. */
const headerBytes = 1_024

/**
 * Returns the raw text of each page. Whatever the bytes are, it ends with pages or with a
 * DigestError.
 */
export async function toPdfPages(
  bytes: Uint8Array,
  limits: DocumentLimits,
  pace: Pace,
): Promise<readonly string[]> {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, headerBytes))
  if (!head.includes('%PDF-'))
    throw new DigestError('damaged', 'The document does not begin as a PDF does.')
  await checkUnpackedSize(bytes, limits.maxUnpackedBytes, pace)
  const { getDocument } = await loadReader()
  const task = getDocument({
    // A copy, because the reader takes the buffer away from its owner.
    data: new Uint8Array(bytes),
    cMapUrl: toCMapFolder(),
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    useWorkerFetch: false,
    stopAtErrors: true,
    verbosity: 0,
  })
  try {
    return await readPages(await task.promise, limits, pace)
  } catch (error) {
    throw toDigestError(error)
  } finally {
    await task.destroy()
  }
}

async function readPages(
  document: PDFDocumentProxy,
  { maxPages, maxBytes }: DocumentLimits,
  pace: Pace,
): Promise<readonly string[]> {
  const count = document.numPages
  if (count > maxPages) {
    const message = `The PDF has ${count} pages; at most ${maxPages} are read.`
    throw new DigestError('too_many_pages', message)
  }
  const pages: string[] = []
  let unitsLeft = maxBytes
  for (let number = 1; number <= count; number++) {
    await pace()
    const text = await readPage(document, number, unitsLeft, pace)
    unitsLeft -= text.length
    pages.push(text)
  }
  return pages
}

/** Reads a page in small parts, because one page can have any amount of text. */
async function readPage(
  document: PDFDocumentProxy,
  number: number,
  maxUnits: number,
  pace: Pace,
): Promise<string> {
  const page = await document.getPage(number)
  const reader = page.streamTextContent().getReader()
  const lines = new LineWriter()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      for (const item of part.value.items) lines.add(item)
      if (lines.text.length > maxUnits) {
        const message = 'The text of the PDF is larger than the limit for documents.'
        throw new DigestError('too_large', message)
      }
      await pace()
    }
  } catch (error) {
    // The reader asks for an Error here, and fails in the background without one.
    await reader.cancel(new Error('stopped')).catch(ignoreStopped)
    throw error
  }
  page.cleanup()
  return lines.text
}

/** The page is given up, so a fault in its remaining parts changes nothing. */
const ignoreStopped = () => {}

async function loadReader() {
  // The reader creates a DOMMatrix while it loads, but never uses it to read text. Without the
  // optional canvas package Node has none.
  if (!('DOMMatrix' in globalThis)) Object.assign(globalThis, { DOMMatrix: class {} })
  try {
    return await import('pdfjs-dist/legacy/build/pdf.mjs')
  } catch (cause) {
    throw new DigestError('unavailable', 'Reading PDF needs the package pdfjs-dist.', { cause })
  }
}

/**
 * Returns the folder of the tables for Chinese, Japanese and Korean encodings that come with the
 * reader. It is a path, because the reader opens files.
 */
function toCMapFolder(): string | undefined {
  try {
    const reader = import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')
    const { pathname } = new URL('../../cmaps/', reader)
    return decodeURIComponent(pathname).replace(/^\/(?=[A-Za-z]:)/, '')
  } catch {
    return undefined
  }
}

function toDigestError(error: unknown): DigestError {
  if (error instanceof DigestError) return error
  const options = { cause: error }
  if (error instanceof Error && error.name === 'PasswordException')
    return new DigestError('encrypted', 'The PDF is protected by a password.', options)
  return new DigestError('damaged', 'The PDF is damaged or does not follow the format.', options)
}
