import { describe, expect, it } from 'vitest'
import { readPdf } from '../../../test/read-pdf.ts'
import { drawPdf, hello, onePage, toStream, writePdf } from '../../../test/write-pdf.ts'
import { canonicalize } from '../canonicalize.ts'

/** A form that draws text, and itself may draw the form `next`. */
const toForm = (content: string, next: number) =>
  toStream(
    content,
    '/Type /XObject /Subtype /Form /BBox [0 0 1 1] ' +
      `/Resources << /XObject << /X ${next} 0 R >> /Font << /F1 5 0 R >> >>`,
  )

/** A font whose encoding is one of the tables that come with the reader. */
const chineseFont = {
  5:
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /GBK-EUC-H ' +
    '/DescendantFonts [7 0 R] >>',
  7:
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light ' +
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> ' +
    '/FontDescriptor 8 0 R >>',
  8:
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 0 1000 1000] ' +
    '/ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 800 /StemV 80 >>',
}

const encryption =
  '/ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 ' +
  `/O <${'00'.repeat(32)}> /U <${'11'.repeat(32)}> >>`

describe('toPdfPages', () => {
  it('returns the text of each page, with its lines, and paragraphs by their gap', async () => {
    expect(await readPdf(await drawPdf(['One.\nTwo.', '', 'Three.']))).toEqual([
      'One.\nTwo.',
      '',
      'Three.',
    ])
    const gaps = 'BT /F1 12 Tf 50 700 Td (a) Tj 0 -14 Td (b) Tj 0 -40 Td (c) Tj ET'
    expect(await readPdf(writePdf(onePage(toStream(gaps))))).toEqual(['a\nb\n\nc'])
  })

  it('leaves the bytes of the caller alone', async () => {
    const bytes = await drawPdf(['One.'])
    const copy = Uint8Array.from(bytes)
    await readPdf(bytes)
    expect(bytes).toEqual(copy)
  })

  it('reads the encodings of Chinese that come with the reader', async () => {
    const content = toStream('BT /F1 12 Tf 50 700 Td <D6D0B9FA> Tj ET')
    expect(await readPdf(writePdf(onePage(content, chineseFont)))).toEqual(['中国'])
  })

  it.each([
    ['bytes of no PDF', new TextEncoder().encode('hello'), 'damaged'],
    ['nothing', new Uint8Array(), 'damaged'],
    ['a header alone', new TextEncoder().encode('%PDF-1.7\n'), 'damaged'],
    [
      'a page tree that runs in a circle',
      writePdf({ ...onePage(toStream(hello)), 2: '<< /Type /Pages /Kids [2 0 R] /Count 1 >>' }),
      'damaged',
    ],
    [
      'a form that draws itself',
      writePdf(onePage(toStream('/X Do'), { 6: toForm('/X Do', 6) })),
      'damaged',
    ],
    ['arrays nested without end', writePdf(onePage(toStream('['.repeat(1_000_000)))), 'damaged'],
    ['a password', writePdf(onePage(toStream(hello)), encryption), 'encrypted'],
  ])('answers %s with a reason', async (_, bytes, reason) => {
    await expect(readPdf(bytes)).rejects.toMatchObject({ name: 'DigestError', reason })
  })

  it.each([
    ['keywords without a line end', 'stream'.repeat(50_000)],
    ['keywords without an end mark', 'stream\n'.repeat(50_000)],
    ['objects without an end', '1 0 obj 5 '.repeat(50_000)],
  ])('answers a file that is only %s', async (_, content) => {
    const bytes = new TextEncoder().encode(`%PDF-1.4\n${content}`)
    await expect(readPdf(bytes)).rejects.toMatchObject({ reason: 'damaged' })
  })

  it('answers a file cut off anywhere with pages or a reason', async () => {
    const whole = await drawPdf(['One.', 'Two.'])
    for (let length = 0; length < whole.length; length += 97) {
      const answer = await readPdf(whole.slice(0, length)).catch((error: unknown) => error)
      expect(Array.isArray(answer) || (answer as Error).name === 'DigestError').toBe(true)
    }
  })

  it('reads as many pages as allowed and no more', async () => {
    const bytes = await drawPdf(Array.from({ length: 3 }, (_, index) => `Page ${index}.`))
    await expect(readPdf(bytes, { maxPages: 3 })).resolves.toHaveLength(3)
    await expect(readPdf(bytes, { maxPages: 2 })).rejects.toMatchObject({
      reason: 'too_many_pages',
      message: expect.stringContaining('3 pages'),
    })
  })

  it('stops at a page whose text is without end', async () => {
    const forms = Array.from({ length: 12 }, (_, level) => [
      6 + level,
      toForm('/X Do '.repeat(10), 7 + level),
    ])
    const bytes = writePdf({
      ...onePage(toStream('/X Do')),
      ...Object.fromEntries(forms),
      18: toForm(hello, 18),
    })
    await expect(readPdf(bytes, { maxBytes: 10_000 })).rejects.toMatchObject({
      reason: 'too_large',
    })
    await expect(readPdf(bytes, { maxMs: 50 })).rejects.toMatchObject({ reason: 'timeout' })
    await expect(readPdf(bytes, {}, AbortSignal.timeout(50))).rejects.toMatchObject({
      reason: 'timeout',
    })
  })

  it('keeps pages apart in the canonical document, with boundaries in code points', async () => {
    const bytes = await drawPdf(['One.', '', 'Three.'])
    const document = await canonicalize({ contentType: 'application/pdf', content: bytes })
    expect(document).toMatchObject({
      text: 'One.\n\nThree.',
      chars: 12,
      pages: [
        { page: 1, start: 0, end: 4 },
        { page: 2, start: 4, end: 4 },
        { page: 3, start: 6, end: 12 },
      ],
    })
    expect(await canonicalize(document.text)).toMatchObject({
      text: document.text,
      hash: document.hash,
    })
  })
})
