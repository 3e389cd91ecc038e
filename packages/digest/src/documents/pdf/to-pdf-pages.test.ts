import { deflateSync } from 'node:zlib'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { createPace } from '../../work/create-pace.ts'
import { documentLimits } from '../../work/limits.ts'
import { canonicalize } from '../canonicalize.ts'
import { toPdfPages } from './to-pdf-pages.ts'

const read = (bytes: Uint8Array, limits = {}, signal?: AbortSignal) =>
  toPdfPages(
    bytes,
    { ...documentLimits, ...limits },
    createPace({ maxMs: documentLimits.maxMs, ...limits, signal }),
  )

/** A PDF of one drawn text per page, lines apart by a line feed. */
async function drawn(pages: readonly string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const text of pages)
    document.addPage([600, 800]).drawText(text, { x: 40, y: 760, size: 12, lineHeight: 14, font })
  return document.save()
}

/** A PDF written by hand from its objects; the first is the catalog. */
function written(objects: Readonly<Record<number, string | Uint8Array>>, trailer = ''): Uint8Array {
  const parts: Uint8Array[] = []
  const offsets: number[] = []
  let length = 0
  const add = (part: string | Uint8Array) => {
    const bytes =
      typeof part === 'string'
        ? Uint8Array.from(part, (character) => character.charCodeAt(0))
        : part
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
  add(`xref\n0 ${numbers.length + 1}\n0000000000 65535 f \n`)
  for (const number of numbers) add(`${String(offsets[number]).padStart(10, '0')} 00000 n \n`)
  add(
    `trailer << /Size ${numbers.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF`,
  )
  return Uint8Array.from(Buffer.concat(parts))
}

const stream = (data: Uint8Array | string, members = '') =>
  Buffer.concat([
    Buffer.from(`<< /Length ${data.length} ${members} >>\nstream\n`),
    Buffer.from(data),
    Buffer.from('\nendstream'),
  ])
const onePage = (
  content: Uint8Array | string,
  more: Readonly<Record<number, string | Uint8Array>> = {},
) => ({
  1: '<< /Type /Catalog /Pages 2 0 R >>',
  2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /X 6 0 R >> >> >>',
  4: content,
  5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  6: stream('', '/Type /XObject /Subtype /Form /BBox [0 0 1 1]'),
  ...more,
})
const words = 'BT /F1 12 Tf 50 700 Td (Hello) Tj ET'
const form = (content: string, next: number) =>
  stream(
    content,
    `/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /X ${next} 0 R >> /Font << /F1 5 0 R >> >>`,
  )

describe('toPdfPages', () => {
  it('gives the text of each page, lines as they stand and paragraphs by their gap', async () => {
    expect(await read(await drawn(['One.\nTwo.', '', 'Three.']))).toEqual([
      'One.\nTwo.',
      '',
      'Three.',
    ])
    expect(
      await read(
        written(
          onePage(stream('BT /F1 12 Tf 50 700 Td (a) Tj 0 -14 Td (b) Tj 0 -40 Td (c) Tj ET')),
        ),
      ),
    ).toEqual(['a\nb\n\nc'])
  })

  it('leaves the bytes of the caller alone', async () => {
    const bytes = await drawn(['One.'])
    const copy = Uint8Array.from(bytes)
    await read(bytes)
    expect(bytes).toEqual(copy)
  })

  it('reads the encodings of Chinese that come with the reader', async () => {
    const font = {
      5: '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /GBK-EUC-H /DescendantFonts [7 0 R] >>',
      7: '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor 8 0 R >>',
      8: '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 800 /StemV 80 >>',
    }
    expect(
      await read(written(onePage(stream('BT /F1 12 Tf 50 700 Td <D6D0B9FA> Tj ET'), font))),
    ).toEqual(['中国'])
  })

  it.each([
    ['no PDF at all', new TextEncoder().encode('hello'), 'damaged'],
    ['nothing', new Uint8Array(), 'damaged'],
    ['a header alone', new TextEncoder().encode('%PDF-1.7\n'), 'damaged'],
    [
      'a page tree that runs in a circle',
      written({ ...onePage(stream(words)), 2: '<< /Type /Pages /Kids [2 0 R] /Count 1 >>' }),
      'damaged',
    ],
    [
      'a form that draws itself',
      written(onePage(stream('/X Do'), { 6: form('/X Do', 6) })),
      'damaged',
    ],
    ['lists nested without end', written(onePage(stream('['.repeat(1_000_000)))), 'damaged'],
    [
      'a password',
      written(
        onePage(stream(words)),
        `/ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'00'.repeat(32)}> /U <${'11'.repeat(32)}> >>`,
      ),
      'encrypted',
    ],
  ])('answers %s with a reason', async (_, bytes, reason) => {
    await expect(read(bytes)).rejects.toMatchObject({ name: 'DigestError', reason })
  })

  it.each([
    ['keywords without a line end', 'stream'.repeat(50_000)],
    ['keywords without an end mark', 'stream\n'.repeat(50_000)],
    ['objects without an end', '1 0 obj 5 '.repeat(50_000)],
  ])('answers a file that is only %s', async (_, content) => {
    await expect(read(new TextEncoder().encode(`%PDF-1.4\n${content}`))).rejects.toMatchObject({
      reason: 'damaged',
    })
  })

  it('answers a file cut off anywhere with pages or a reason', async () => {
    const whole = await drawn(['One.', 'Two.'])
    for (let length = 0; length < whole.length; length += 97) {
      const answer = await read(whole.slice(0, length)).catch((error: unknown) => error)
      expect(Array.isArray(answer) || (answer as Error).name === 'DigestError').toBe(true)
    }
  })

  it('reads as many pages as allowed and no more', async () => {
    const bytes = await drawn(Array.from({ length: 3 }, (_, index) => `Page ${index}.`))
    await expect(read(bytes, { maxPages: 3 })).resolves.toHaveLength(3)
    await expect(read(bytes, { maxPages: 2 })).rejects.toMatchObject({
      reason: 'too_many_pages',
      message: expect.stringContaining('3 pages'),
    })
  })

  it('stops at a page whose text is without end', async () => {
    const forms = Array.from({ length: 12 }, (_, level) => [
      6 + level,
      form('/X Do '.repeat(10), 7 + level),
    ])
    const bytes = written({
      ...onePage(stream('/X Do')),
      ...Object.fromEntries(forms),
      18: form(words, 18),
    })
    await expect(read(bytes, { maxBytes: 10_000 })).rejects.toMatchObject({ reason: 'too_large' })
    await expect(read(bytes, { maxMs: 50 })).rejects.toMatchObject({ reason: 'timeout' })
    await expect(read(bytes, {}, AbortSignal.timeout(50))).rejects.toMatchObject({
      reason: 'timeout',
    })
  })

  it('keeps pages apart in the canonical document, with boundaries in code points', async () => {
    const bytes = await drawn(['One.', '', 'Three.'])
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

/** LZW codes as bits, each as wide as the table asks for when it is read. */
function toBits(codes: readonly number[]): Uint8Array {
  const bits = codes
    .map((code, index) =>
      code
        .toString(2)
        .padStart([510, 1_022, 2_046].filter((size) => 256 + index > size).length + 9, '0'),
    )
    .join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

describe('a stream that unpacks to too much', () => {
  const blanks = Buffer.alloc(3_000_000, 0x20)
  const packed = deflateSync(blanks)
  /** A block of deflate that holds its nine bytes as they are. */
  const storedMark = Buffer.concat([Buffer.from([0, 9, 0, 0xf6, 0xff]), Buffer.from('endstream')])
  /** A blank, then ever longer runs of blanks, in codes of 9 to 12 bits. */
  const lzw = toBits([256, 32, ...Array.from({ length: 3_800 }, (_, index) => 258 + index)])

  it.each([
    ['packed', stream(packed, '/Filter /FlateDecode')],
    ['packed under an escaped name', stream(packed, '/F#69lter /Fl#61teDecode')],
    [
      'with a length that lies',
      Buffer.concat([
        Buffer.from('<< /Length 3 /Filter /FlateDecode >>\nstream\n'),
        packed,
        Buffer.from('\nendstream'),
      ]),
    ],
    [
      'with an end mark inside',
      stream(
        Buffer.concat([
          deflateSync(Buffer.from('endstream'), { level: 0 }).subarray(0, 2),
          storedMark,
          packed.subarray(2),
        ]),
        '/Filter /FlateDecode',
      ),
    ],
    [
      'written as hexadecimal digits',
      stream(packed.toString('hex'), '/Filter [/ASCIIHexDecode /FlateDecode]'),
    ],
    [
      'packed twice',
      stream(deflateSync(packed, { level: 0 }), '/Filter [/FlateDecode /FlateDecode]'),
    ],
    ['of runs', stream(Buffer.from('8120'.repeat(20_000), 'hex'), '/Filter /RunLengthDecode')],
    ['of LZW codes', stream(lzw, '/Filter /LZWDecode')],
  ])('is refused before it is read: %s', async (_, content) => {
    await expect(
      read(written(onePage(content)), { maxUnpackedBytes: 1_000_000 }),
    ).rejects.toMatchObject({ reason: 'too_large' })
  })

  it('is read when it fits', async () => {
    const content = stream(
      deflateSync(Buffer.concat([blanks, Buffer.from(words)])),
      '/Filter /FlateDecode',
    )
    expect(await read(written(onePage(content)))).toEqual(['Hello'])
    await expect(
      read(written(onePage(content)), { maxUnpackedBytes: 2_999_999 }),
    ).rejects.toMatchObject({ reason: 'too_large' })
  })
})
