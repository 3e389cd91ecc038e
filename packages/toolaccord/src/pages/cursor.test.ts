import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../outcome/refusal.ts'
import { createSigner } from './create-signer.ts'
import { type CursorFault, decodeCursor, encodeCursor } from './cursor.ts'

const scope = { tool: 'list_notes', query: 'abc' }
const signer = createSigner('0123456789abcdef')
/** JSON has no -0. */
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
const scalar = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  number,
  fc.boolean(),
  fc.constant(null),
)
const key = fc.oneof(scalar, fc.array(scalar, { maxLength: 4 }))
const maybeSigner = fc.constantFrom(undefined, signer)

async function faultOf(decoding: Promise<unknown>): Promise<unknown> {
  try {
    return { decodedKey: await decoding }
  } catch (thrown) {
    const isRefused = thrown instanceof Refusal && thrown.reason === 'invalid_cursor'
    return isRefused ? thrown.problem.details?.fault : thrown
  }
}

/** A cursor of the given bytes, as another program might make it. */
const fromBytes = (...bytes: number[]) => Buffer.from(bytes).toString('base64url')
const forged = (content: unknown) => fromBytes(0x74, 1, ...Buffer.from(JSON.stringify(content)))

describe('a cursor', () => {
  it('gives back the key that it was made from', async () => {
    await fc.assert(
      fc.asyncProperty(key, maybeSigner, async (key, signer) => {
        const cursor = await encodeCursor(scope, key, signer)
        expect(cursor).toMatch(/^[\w-]{1,1024}$/)
        expect(await decodeCursor(cursor, scope, signer)).toEqual(key)
      }),
    )
  })

  it.each<[string, string, CursorFault]>([
    ['nothing', '', 'damaged'],
    ['some text', 'next-page', 'damaged'],
    ['more than 1,024 characters', forged(['list_notes', 'abc', 'x'.repeat(800)]), 'damaged'],
    ['padding', `${forged(['list_notes', 'abc', 1])}=`, 'damaged'],
    ['a later version', fromBytes(0x74, 2, 91, 93), 'version'],
    ['no JSON', fromBytes(0x74, 1, 91), 'damaged'],
    [
      'no UTF-8',
      fromBytes(0x74, 1, ...Buffer.from('["list_notes","abc","'), 0xff, ...Buffer.from('"]')),
      'damaged',
    ],
    ['no array', forged({ tool: 'list_notes' }), 'damaged'],
    ['an array of four', forged(['list_notes', 'abc', 1, 2]), 'damaged'],
    ['a key that is an object', forged(['list_notes', 'abc', {}]), 'damaged'],
    ['a key of arrays', forged(['list_notes', 'abc', [[1]]]), 'damaged'],
    ['another tool', forged(['list_tags', 'abc', 1]), 'tool'],
    ['other filters', forged(['list_notes', 'abd', 1]), 'filters'],
  ])('of %s is refused', async (_, cursor, fault) => {
    expect(await faultOf(decodeCursor(cursor, scope))).toBe(fault)
  })

  it('that is refused says what is wrong and what to do', async () => {
    await expect(decodeCursor(forged(['list_tags', 'abc', 1]), scope)).rejects.toMatchObject({
      problem: {
        message: 'The cursor was given out by another tool.',
        path: 'cursor',
        hint: 'Start again without a cursor.',
        details: { fault: 'tool' },
      },
    })
  })

  it('is refused, and nothing else happens, for any text', async () => {
    const three = fc.array(fc.jsonValue(), { minLength: 3, maxLength: 3 })
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^dAF[\w-]{0,60}$/),
      fc.jsonValue().map(forged),
      three.map(forged),
    )
    await fc.assert(
      fc.asyncProperty(texts, maybeSigner, async (text, signer) => {
        expect(await faultOf(decodeCursor(text, scope, signer))).toBeTypeOf('string')
      }),
      { numRuns: 500 },
    )
  })

  it('is refused when it cannot hold its key, or the key cannot be held', async () => {
    await expect(encodeCursor(scope, 'x'.repeat(800))).rejects.toThrow(
      /list_notes: the key of an item makes a cursor of \d+ bytes; the limit is 768/,
    )
    await expect(encodeCursor(scope, 'x'.repeat(5_000_000), signer)).rejects.toThrow(RangeError)
    await expect(encodeCursor(scope, Number.NaN)).rejects.toThrow(
      'list_notes: the key of an item must be',
    )
  })

  it('may be as long as the limit', async () => {
    const longest = async (length: number) =>
      (await encodeCursor(scope, 'x'.repeat(length), signer)).length
    expect(await longest(711)).toBe(1024)
    await expect(longest(712)).rejects.toThrow(RangeError)
  })
})

describe('a signed cursor', () => {
  it('is refused after any change', async () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
    await fc.assert(
      fc.asyncProperty(
        key,
        fc.nat(),
        fc.constantFrom(...letters),
        fc.constantFrom('replace', 'insert', 'remove', 'cut'),
        async (key, at, letter, change) => {
          const cursor = await encodeCursor(scope, key, signer)
          const index = at % cursor.length
          const before = cursor.slice(0, index)
          const after = cursor.slice(index + 1)
          const changed = {
            replace: before + letter + after,
            insert: before + letter + cursor.slice(index),
            remove: before + after,
            cut: before,
          }[change]
          fc.pre(changed !== cursor)
          expect(['damaged', 'version']).toContain(
            await faultOf(decodeCursor(changed, scope, signer)),
          )
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('is taken by nobody but its signer', async () => {
    const other = createSigner('0123456789abcdeF')
    const signed = await encodeCursor(scope, 'a', signer)
    const unsigned = await encodeCursor(scope, 'a')
    expect(await faultOf(decodeCursor(signed, scope, other))).toBe('damaged')
    expect(await faultOf(decodeCursor(signed, scope))).toBe('damaged')
    expect(await faultOf(decodeCursor(unsigned, scope, signer))).toBe('damaged')
  })

  it.each([
    ['tool', { ...scope, tool: 'list_tags' }],
    ['filters', { ...scope, query: 'x' }],
  ])('of other %s is not called damaged', async (fault, otherScope) => {
    const cursor = await encodeCursor(otherScope, 'a', signer)
    expect(await faultOf(decodeCursor(cursor, scope, signer))).toBe(fault)
  })

  it('needs a secret that is long enough', () => {
    expect(() => createSigner('short')).toThrow(
      'A secret of 5 bytes is too short; give at least 16 random bytes.',
    )
    expect(() => createSigner(new Uint8Array(15))).toThrow(TypeError)
  })
})
