import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shareOut } from './share-out.ts'

const shares = fc.array(
  fc
    .tuple(fc.nat(100), fc.nat(100))
    .map(([a, b]) => ({ tokens: Math.max(a, b), minTokens: Math.min(a, b) })),
  { maxLength: 12 },
)
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

describe('shareOut', () => {
  it('gives each between its minimum and its tokens, and uses the allowance up', () => {
    fc.assert(
      fc.property(shares, fc.nat(800), (shares, allowance) => {
        const given = shareOut(shares, allowance)
        const least = sum(shares.map((share) => share.minTokens))
        const most = sum(shares.map((share) => share.tokens))
        for (const [index, { tokens, minTokens }] of shares.entries()) {
          expect(given[index]).toBeGreaterThanOrEqual(minTokens)
          expect(given[index]).toBeLessThanOrEqual(tokens)
        }
        expect(sum(given)).toBeCloseTo(Math.min(most, Math.max(least, allowance)), 3)
      }),
    )
  })

  it('takes from the largest first', () => {
    expect(
      shareOut(
        [
          { tokens: 10, minTokens: 0 },
          { tokens: 100, minTokens: 0 },
          { tokens: 500, minTokens: 0 },
        ],
        210,
      ).map(Math.round),
    ).toEqual([10, 100, 100])
  })
})
