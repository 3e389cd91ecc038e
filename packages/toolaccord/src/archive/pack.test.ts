import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brotli } from '../node/archive/brotli.ts'
import { maxContentBytes } from './archive-limits.ts'
import { deflate } from './deflate.ts'
import { pack, unpack } from './pack.ts'

const zeros = (length: number) => new Uint8Array(length)

describe.each([
  ['deflate', deflate],
  ['brotli', brotli],
] as const)('packing with %s', (_, codec) => {
  it('gives back any bytes', async () => {
    const bytes = fc
      .tuple(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 60 }))
      .map(([some, times]) =>
        Uint8Array.from({ length: some.length * times }, (_, at) => some[at % some.length] ?? 0),
      )
    await fc.assert(
      fc.asyncProperty(bytes, async (content) => {
        const unpacked = await unpack(await pack(content, codec), codec)
        expect(Buffer.compare(unpacked ?? zeros(1), content)).toBe(0)
      }),
    )
  })

  it('takes one byte more than the content at most, and compresses where that saves', async () => {
    expect(await pack(new Uint8Array(), codec)).toEqual(Uint8Array.of(0))
    expect((await pack(zeros(4_096), codec)).length).toBe(4_097)
    expect((await pack(zeros(4_097), codec)).length).toBeLessThan(100)
    expect((await pack(crypto.getRandomValues(zeros(10_000)), codec)).length).toBe(10_001)
  })

  it('gives nothing for bytes that it did not make, whatever they are', async () => {
    expect(await unpack(new Uint8Array(), codec)).toBeUndefined()
    expect(await unpack(Uint8Array.of(77, 1, 2), codec)).toBeUndefined()
    const packed = await pack(zeros(10_000), codec)
    for (let length = 1; length < packed.length - 8; length++)
      expect(await unpack(packed.slice(0, length), codec)).toBeUndefined()
  })

  it('takes the largest content, and stops at bytes that would grow beyond it', async () => {
    expect((await unpack(await pack(zeros(maxContentBytes), codec), codec))?.length).toBe(
      maxContentBytes,
    )
    expect(await unpack(await pack(zeros(maxContentBytes + 1), codec), codec)).toBeUndefined()
  })
})
