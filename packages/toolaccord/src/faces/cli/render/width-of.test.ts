import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cut, pad, widthOf, wrap } from './width-of.ts'

describe('the width of a string', () => {
  it.each([
    ['abc', 3],
    ['日本', 4],
    ['e\u0301', 1],
    ['👍', 2],
    ['', 0],
  ])('of %j is %i', (text, width) => {
    expect(widthOf(text)).toBe(width)
  })

  it('is what padding fills', () => {
    expect(pad('日', 4)).toBe('日  ')
    expect(pad('long', 2)).toBe('long')
  })

  it('is never over the room after cutting', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 1, max: 40 }),
        (text, room) => {
          expect(widthOf(cut(text, room))).toBeLessThanOrEqual(room)
          if (widthOf(text) <= room) expect(cut(text, room)).toBe(text)
        },
      ),
    )
  })
})

describe('wrapping', () => {
  it('breaks between words and leaves a long word whole', () => {
    expect(wrap('one two  three\nextraordinarily four', 9)).toEqual([
      'one two',
      'three',
      'extraordinarily',
      'four',
    ])
  })

  it('gives no line for no words', () => {
    expect(wrap('  \n ', 10)).toEqual([])
  })
})
