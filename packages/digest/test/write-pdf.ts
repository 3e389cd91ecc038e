import { PDFDocument, StandardFonts } from 'pdf-lib'

/** The objects of a PDF by their numbers. */
export type PdfObjects = Readonly<Record<number, string | Uint8Array>>

/** Draws a PDF with one text per page; a line feed begins a new line. */
export async function drawPdf(pages: readonly string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const text of pages)
    document.addPage([600, 800]).drawText(text, { x: 40, y: 760, size: 12, lineHeight: 14, font })
  return document.save()
}

/** Writes a PDF from its objects, byte for byte; the first object is the catalog. */
export function writePdf(objects: PdfObjects, trailer = ''): Uint8Array {
  const parts: Uint8Array[] = []
  const offsets: number[] = []
  let length = 0
  const add = (part: string | Uint8Array) => {
    const bytes = toBytes(part)
    parts.push(bytes)
    length += bytes.length
  }
  add('%PDF-1.4\n')
  const numbers = Object.keys(objects).map(Number)
  for (const number of numbers) {
    offsets[number] = length
    for (const part of [`${number} 0 obj\n`, objects[number] ?? '', '\nendobj\n']) add(part)
  }
  const start = length
  const size = numbers.length + 1
  add(`xref\n0 ${size}\n0000000000 65535 f \n`)
  for (const number of numbers) add(`${String(offsets[number]).padStart(10, '0')} 00000 n \n`)
  add(`trailer << /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF`)
  return Uint8Array.from(Buffer.concat(parts))
}

function toBytes(part: string | Uint8Array): Uint8Array {
  if (typeof part !== 'string') return part
  return Uint8Array.from(part, (character) => character.charCodeAt(0))
}

/** Returns a stream with its dictionary. */
export const toStream = (data: Uint8Array | string, properties = ''): Uint8Array =>
  Buffer.concat([
    Buffer.from(`<< /Length ${data.length} ${properties} >>\nstream\n`),
    Buffer.from(data),
    Buffer.from('\nendstream'),
  ])

/** Returns the objects of a PDF of one page with a font `F1` and a form `X`. */
export const onePage = (content: Uint8Array | string, more: PdfObjects = {}): PdfObjects => ({
  1: '<< /Type /Catalog /Pages 2 0 R >>',
  2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  3:
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R ' +
    '/Resources << /Font << /F1 5 0 R >> /XObject << /X 6 0 R >> >> >>',
  4: content,
  5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  6: toStream('', '/Type /XObject /Subtype /Form /BBox [0 0 1 1]'),
  ...more,
})

/** The content of a page that says hello. */
export const hello = 'BT /F1 12 Tf 50 700 Td (Hello) Tj ET'
