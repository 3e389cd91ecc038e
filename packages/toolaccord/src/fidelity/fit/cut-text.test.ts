import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../tokens/estimate-tokens.ts'
import { cutText, isWorthCutting } from './cut-text.ts'
import { grouped } from './grouped.ts'

const charactersIn = (text: string) => Array.from(text).length

describe('cutText', () => {
  const texts = fc.string({
    unit: fc.oneof(
      fc.constantFrom('word ', '\n', '"', '\\', '👍🏽', '的', '\u0001', 'aaaaaaaaaaaaaaaaaaaa'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    minLength: 100,
    maxLength: 300,
  })

  it('keeps the beginning, counts every character, and never splits one', () => {
    fc.assert(
      fc.property(texts, fc.nat(60), fc.nat(40), (text, tokens, minLength) => {
        const cut = cutText(text, tokens, minLength)
        if (cut === text) return
        const [marker = '', gone = ''] = /… \[([\d,]+) more characters\]$/.exec(cut) ?? []
        const kept = cut.slice(0, -marker.length)
        expect(text.startsWith(kept)).toBe(true)
        expect(charactersIn(kept) + Number(gone.replaceAll(',', ''))).toBe(charactersIn(text))
        expect(charactersIn(kept)).toBeGreaterThanOrEqual(minLength)
        expect(charactersIn(cut)).toBeLessThan(charactersIn(text))
        expect(/[\ud800-\udbff]$/.test(kept)).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  it('keeps about as many tokens as it may', () => {
    const text = 'The committee found that costs were lower, "by far", in most regions.\n'.repeat(
      100,
    )
    for (const tokens of [10, 50, 200, 500]) {
      const kept = cutText(text, tokens, 0).replace(/….*$/s, '')
      const taken = estimateTokens(JSON.stringify(kept).slice(1, -1))
      expect(taken).toBeLessThanOrEqual(tokens + 2)
      expect(taken).toBeGreaterThan(tokens * 0.7)
    }
  })

  it('keeps nothing but the marker if nothing fits', () => {
    expect(cutText('x'.repeat(12_345), 0, 0)).toBe('… [12,345 more characters]')
    expect(cutText('x'.repeat(12_345), -5, 0)).toBe('… [12,345 more characters]')
  })

  it('leaves a string as it is if the marker is as long as what it replaces', () => {
    expect(cutText('some words', 1, 0)).toBe('some words')
  })
})

describe('isWorthCutting', () => {
  it('is false for a short text and for one that must stay long', () => {
    expect([
      isWorthCutting('x'.repeat(80), 0),
      isWorthCutting('x'.repeat(81), 0),
      isWorthCutting('x'.repeat(500), 480),
    ]).toEqual([false, true, false])
  })
})

describe('grouped', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [1_234_567, '1,234,567'],
  ])('writes %d as %s', (count, text) => {
    expect(grouped(count)).toBe(text)
  })
})
