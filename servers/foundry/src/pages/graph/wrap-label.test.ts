import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wrapLabel } from './wrap-label.ts'

describe('a label', () => {
  it.each([
    ['Log in', ['Log in']],
    ['Limit attempts by account and address', ['Limit attempts by account', 'and address']],
    [
      'Limit attempts by account and address and everything else',
      ['Limit attempts by account', 'and address and everythi…'],
    ],
    ['Donaudampfschifffahrtsgesellschaft', ['Donaudampfschifffahrtsge…']],
    ['', ['']],
  ])('is broken between words: %s', (text, lines) => {
    expect(wrapLabel(text, 25)).toEqual(lines)
  })

  it('counts wide letters twice', () => {
    expect(wrapLabel('設計書を読みやすくするための作業手順', 25)).toEqual([
      '設計書を読みやすくするた…',
    ])
  })

  it('never has more than two lines, nor lines that are too long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const lines = wrapLabel(text, 25)
        expect(lines.length).toBeLessThanOrEqual(2)
        for (const line of lines) expect(Array.from(line).length).toBeLessThanOrEqual(25)
      }),
    )
  })
})
