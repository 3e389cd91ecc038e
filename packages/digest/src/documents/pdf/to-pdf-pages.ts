import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { Pace } from '../../work/create-pace.ts'
import { DigestError } from '../../work/digest-error.ts'
import type { DocumentLimits } from '../../work/limits.ts'
import { checkUnpackedSize } from './check-unpacked-size.ts'

/** The raw text of each page. Whatever the bytes are, it ends with pages or with a DigestError. */
export async function toPdfPages(
  bytes: Uint8Array,
  limits: DocumentLimits,
  pace: Pace,
): Promise<readonly string[]> {
  if (!new TextDecoder('latin1').decode(bytes.subarray(0, 1_024)).includes('%PDF-'))
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
  if (document.numPages > maxPages)
    throw new DigestError(
      'too_many_pages',
      `The PDF has ${document.numPages} pages; at most ${maxPages} are read.`,
    )
  const pages: string[] = []
  let left = maxBytes
  for (let number = 1; number <= document.numPages; number++) {
    await pace()
    const text = await readPage(document, number, left, pace)
    left -= text.length
    pages.push(text)
  }
  return pages
}

/** Reads in small parts, because one page can hold any amount of text. */
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
      if (lines.text.length > maxUnits)
        throw new DigestError(
          'too_large',
          'The text of the PDF is larger than the limit for documents.',
        )
      await pace()
    }
  } catch (error) {
    // The reader asks for an Error here, and fails in the background without one.
    await reader.cancel(new Error('stopped')).catch(() => {})
    throw error
  }
  page.cleanup()
  return lines.text
}

interface TextItem {
  readonly str: string
  readonly hasEOL: boolean
  readonly height: number
  readonly transform: readonly number[]
}

/**
 * Joins the items of a page: lines as they stand, and an empty line where the gap between two is
 * wide.
 */
class LineWriter {
  #text = ''
  #lineEnded = false
  #y = 0
  #height = 0

  get text(): string {
    return this.#text
  }

  add({ str, hasEOL, height, transform }: TextItem): void {
    const y = transform[5] ?? 0
    if (str !== '') {
      if (this.#lineEnded)
        this.#text += Math.abs(this.#y - y) > 1.7 * Math.max(height, this.#height) ? '\n\n' : '\n'
      this.#text += str
      this.#lineEnded = false
      this.#y = y
      this.#height = height
    }
    this.#lineEnded ||= hasEOL
  }
}

async function loadReader() {
  // The reader makes a DOMMatrix as it is loaded; without its optional canvas there is none, and reading text never uses it.
  if (!('DOMMatrix' in globalThis)) Object.assign(globalThis, { DOMMatrix: class {} })
  try {
    return await import('pdfjs-dist/legacy/build/pdf.mjs')
  } catch (cause) {
    throw new DigestError('unavailable', 'Reading PDF needs the package pdfjs-dist.', { cause })
  }
}

/**
 * The tables of Chinese, Japanese and Korean encodings that come with the reader, as a path: it
 * reads files.
 */
function toCMapFolder(): string | undefined {
  try {
    const { pathname } = new URL(
      '../../cmaps/',
      import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs'),
    )
    return decodeURIComponent(pathname).replace(/^\/(?=[A-Za-z]:)/, '')
  } catch {
    return undefined
  }
}

function toDigestError(error: unknown): DigestError {
  if (error instanceof DigestError) return error
  if (error instanceof Error && error.name === 'PasswordException')
    return new DigestError('encrypted', 'The PDF is protected by a password.', { cause: error })
  return new DigestError('damaged', 'The PDF is damaged or does not follow the format.', {
    cause: error,
  })
}
