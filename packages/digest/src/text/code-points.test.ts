import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countCodePoints, createCodePointIndex, sliceCodePoints } from './code-points.ts'

/** Texts of several blocks, with pairs at every kind of place and halves that are alone. */
const text = fc
  .tuple(
    fc.array(
      fc.oneof(
        fc.constantFrom('a', 'é', '漢', '😀', '\uD83D', '\uDE00'),
        fc.string({ unit: 'binary' }),
      ),
      { maxLength: 30 },
    ),
    fc.integer({ min: 1, max: 200 }),
  )
  .map(([parts, times]) => parts.join('').repeat(times))

describe('createCodePointIndex', () => {
  it('agrees with counting code by code, both ways', () => {
    fc.assert(
      fc.property(text, fc.nat(), (one, seed) => {
        const characters = Array.from(one)
        const index = createCodePointIndex(one)
        expect([index.length, countCodePoints(one)]).toEqual([characters.length, characters.length])
        const at = seed % (characters.length + 1)
        const unit = characters.slice(0, at).join('').length
        expect([index.toUnit(at), index.toCodePoint(unit)]).toEqual([unit, at])
      }),
    )
  })

  it('finds every character of a text that has a pair across each block', () => {
    const pairs = `a${'😀'.repeat(3_000)}`
    const index = createCodePointIndex(pairs)
    expect(Array.from({ length: index.length }, (_, at) => index.toUnit(at))).toEqual(
      Array.from({ length: 3_001 }, (_, at) => (at === 0 ? 0 : at * 2 - 1)),
    )
  })
})

describe('sliceCodePoints', () => {
  it('cuts as a slice of the characters does', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (one, a, b) => {
        const characters = Array.from(one)
        const offsets = [a % (characters.length + 1), b % (characters.length + 1)]
        const start = Math.min(...offsets)
        const end = Math.max(...offsets)
        const expected = characters.slice(start, end).join('')
        expect(sliceCodePoints(one, start, end)).toBe(expected)
      }),
    )
  })
})
