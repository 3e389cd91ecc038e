import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brotli } from '../../node/archive/brotli.ts'
import { maxContentBytes } from '../archive-options.ts'
import { deflate } from './deflate.ts'
import { pack, unpack } from './pack.ts'

const maxBytes = 1_000_000
const zeros = (length: number) => new Uint8Array(length)

/** The bytes again and again, so that they compress well. */
const repeat = (bytes: Uint8Array, times: number) =>
  Uint8Array.from({ length: bytes.length * times }, (_, at) => bytes[at % bytes.length] ?? 0)

describe.each([
  ['deflate', deflate],
  ['brotli', brotli],
] as const)('packing with %s', (_, codec) => {
  it('gives back any bytes', async () => {
    const part = fc.uint8Array({ maxLength: 300 })
    const times = fc.integer({ min: 1, max: 60 })
    await fc.assert(
      fc.asyncProperty(part, times, async (bytes, count) => {
        const content = repeat(bytes, count)
        const unpacked = await unpack(await pack(content, codec), codec, maxBytes)
        expect(Buffer.compare(unpacked ?? zeros(1), content)).toBe(0)
      }),
    )
  })

  it('takes one byte more than the content at most, and compresses if that saves', async () => {
    expect(await pack(new Uint8Array(), codec)).toEqual(Uint8Array.of(0))
    expect((await pack(zeros(4_096), codec)).length).toBe(4_097)
    expect((await pack(zeros(4_097), codec)).length).toBeLessThan(100)
    expect((await pack(crypto.getRandomValues(zeros(10_000)), codec)).length).toBe(10_001)
  })

  it('gives nothing for bytes that it did not make, whatever they are', async () => {
    expect(await unpack(new Uint8Array(), codec, maxBytes)).toBeUndefined()
    expect(await unpack(Uint8Array.of(77, 1, 2), codec, maxBytes)).toBeUndefined()
    const packed = await pack(zeros(10_000), codec)
    for (let length = 1; length < packed.length - 8; length++)
      expect(await unpack(packed.slice(0, length), codec, maxBytes)).toBeUndefined()
  })

  it.each([maxBytes, maxContentBytes])(
    'takes content of %i bytes, and stops at bytes that would grow beyond it',
    async (limit) => {
      const fitting = await unpack(await pack(zeros(limit), codec), codec, limit)
      expect(fitting?.length).toBe(limit)
      expect(await unpack(await pack(zeros(limit + 1), codec), codec, limit)).toBeUndefined()
    },
  )
})
