import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sliceContent } from './slice-content.ts'
import { estimateTokens } from './tokens/estimate-tokens.ts'

const encode = (text: string) => new TextEncoder().encode(text)

/** The pieces of some bytes, one after the other. */
function* pieces(bytes: Uint8Array, isText: boolean, tokens: number) {
  for (let start = 0; start < bytes.length;) {
    const slice = sliceContent(bytes, isText, { start, end: Infinity }, tokens)
    yield slice
    start = slice.end
  }
}

describe('sliceContent', () => {
  it('gives pieces that are the whole together, none of them over its tokens', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 600 }),
        fc.integer({ min: 16, max: 80 }),
        (text, tokens) => {
          const whole = new TextDecoder('utf-8', { ignoreBOM: true }).decode(encode(text))
          const found = [...pieces(encode(text), true, tokens)]
          expect(found.map(({ content }) => content).join('')).toBe(whole)
          for (const { content } of found)
            expect(estimateTokens(JSON.stringify(content))).toBeLessThanOrEqual(tokens + 2)
        },
      ),
    )
  })

  it.each([
    ['digits', '7'.repeat(90_000)],
    ['words', 'international communication '.repeat(4_000)],
    ['spaces', ' '.repeat(90_000)],
  ])('gives pieces that use up their tokens: %s', (_, text) => {
    const found = [...pieces(encode(text), true, 1_000)].slice(0, -1)
    for (const { content } of found) {
      const isLongest = content.length >= 16_000
      const tokens = estimateTokens(JSON.stringify(content))
      expect(isLongest || tokens > 980).toBe(true)
    }
    expect(found.length).toBeGreaterThan(0)
  })

  it('gives bytes that are not text as base64', () => {
    const bytes = Uint8Array.from({ length: 1_000 }, (_, index) => (index * 37) % 256)
    const found = [...pieces(bytes, false, 50)]
    expect(
      found.flatMap(({ content }) => [...atob(content)].map((one) => one.charCodeAt(0))),
    ).toEqual([...bytes])
    expect(found.every(({ encoding }) => encoding === 'base64')).toBe(true)
  })

  it('begins with the character that a place is inside of', () => {
    expect(sliceContent(encode('a€b'), true, { start: 2, end: Infinity }, 50)).toEqual({
      encoding: 'utf-8',
      content: '€b',
      start: 1,
      end: 5,
    })
  })

  it('stops before the end of a range, and gives at least one character', () => {
    expect(sliceContent(encode('abc'), true, { start: 0, end: 2 }, 50)).toMatchObject({
      content: 'ab',
      end: 2,
    })
    expect(sliceContent(encode('€bc'), true, { start: 0, end: 1 }, 50)).toMatchObject({
      content: '€',
      end: 3,
    })
    expect(sliceContent(encode('abc'), true, { start: 9, end: 12 }, 50)).toMatchObject({
      content: '',
      start: 3,
      end: 3,
    })
  })
})
