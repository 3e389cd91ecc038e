import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readPdf } from '../../../test/read-pdf.ts'
import { hello, onePage, toStream, writePdf } from '../../../test/write-pdf.ts'

/** The sizes of the table after which the codes have one bit more. */
const growingSizes = [510, 1_022, 2_046]

/** Writes LZW codes as bits, each as wide as the table needs when it is read. */
function toBits(codes: readonly number[]): Uint8Array {
  let bits = ''
  for (const [index, code] of codes.entries()) {
    const width = 9 + growingSizes.filter((size) => 256 + index > size).length
    bits += code.toString(2).padStart(width, '0')
  }
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

const blanks = Buffer.alloc(3_000_000, 0x20)
const packed = deflateSync(blanks)

const withLyingLength = Buffer.concat([
  Buffer.from('<< /Length 3 /Filter /FlateDecode >>\nstream\n'),
  packed,
  Buffer.from('\nendstream'),
])

/** Packed data whose first block of deflate has the nine bytes of an end mark as they are. */
const withEndMark = Buffer.concat([
  deflateSync(Buffer.from('endstream'), { level: 0 }).subarray(0, 2),
  Buffer.from([0, 9, 0, 0xf6, 0xff]),
  Buffer.from('endstream'),
  packed.subarray(2),
])

/** A blank, then ever longer runs of blanks, in codes of 9 to 12 bits. */
const lzw = toBits([256, 32, ...Array.from({ length: 3_800 }, (_, index) => 258 + index)])
const runs = Buffer.from('8120'.repeat(20_000), 'hex')
const packedTwice = deflateSync(packed, { level: 0 })

describe('a stream that unpacks to too much', () => {
  it.each([
    ['packed', toStream(packed, '/Filter /FlateDecode')],
    ['packed under an escaped name', toStream(packed, '/F#69lter /Fl#61teDecode')],
    ['with a length that lies', withLyingLength],
    ['with an end mark inside', toStream(withEndMark, '/Filter /FlateDecode')],
    [
      'written as hexadecimal digits',
      toStream(packed.toString('hex'), '/Filter [/ASCIIHexDecode /FlateDecode]'),
    ],
    ['packed twice', toStream(packedTwice, '/Filter [/FlateDecode /FlateDecode]')],
    ['of runs', toStream(runs, '/Filter /RunLengthDecode')],
    ['of LZW codes', toStream(lzw, '/Filter /LZWDecode')],
  ])('is refused before it is read: %s', async (_, content) => {
    const bytes = writePdf(onePage(content))
    await expect(readPdf(bytes, { maxUnpackedBytes: 1_000_000 })).rejects.toMatchObject({
      reason: 'too_large',
    })
  })

  it('is read if it fits', async () => {
    const data = deflateSync(Buffer.concat([blanks, Buffer.from(hello)]))
    const bytes = writePdf(onePage(toStream(data, '/Filter /FlateDecode')))
    expect(await readPdf(bytes)).toEqual(['Hello'])
    await expect(readPdf(bytes, { maxUnpackedBytes: 2_999_999 })).rejects.toMatchObject({
      reason: 'too_large',
    })
  })
})
