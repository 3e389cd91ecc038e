import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalText } from './canonical-text.ts'

describe('canonicalText', () => {
  it.each([
    ['line ends of every system', 'a\r\nb\rc\u2028d\u0085e\u000Bf', 'a\nb\nc\nd\ne\nf'],
    ['runs of blanks', 'a \t\u00A0\u3000 b', 'a b'],
    ['blanks around line ends', 'a \n b', 'a\nb'],
    ['many empty lines', 'a\n \n\t\n\nb', 'a\n\nb'],
    ['blanks around the text', '\n a \n', 'a'],
    ['letters and marks', 'e\u0301', 'é'],
    ['marks that a control parted from their letter', 'e\u0000\u0301', 'é'],
    ['controls', 'a\u0000\u0007\u001B[31mb', 'a[31mb'],
    ['soft hyphens and byte order marks', '\uFEFFin\u00ADvisible', 'invisible'],
    ['overrides of direction', 'a\u202Eb\u2066c', 'abc'],
    ['tags, which hide text', 'a\u{E0061}\u{E0062}b', 'ab'],
    ['halves of pairs', 'a\uD83Db\uDE00', 'a\uFFFDb\uFFFD'],
    ['halves of pairs that a control parted', '\uD83D\u0000\uDE00', '\uFFFD\uFFFD'],
    ['marks beyond count', `a${'\u0323'.repeat(40)}b`, `ạ${'\u0323'.repeat(31)}b`],
    ['joined pictures, as they are', '👩‍👩‍👧', '👩‍👩‍👧'],
  ])('spells %s in one way', (_, raw, text) => {
    expect(canonicalText(raw)).toBe(text)
  })

  it('leaves its own output as it is, for any text', () => {
    const marks = fc
      .tuple(
        fc.constantFrom('\u0344', '\u0301\u0323', '\u09BE', '\u0F73'),
        fc.integer({ min: 1, max: 40 }),
      )
      .map(([mark, times]) => mark.repeat(times))
    const blank = fc.constantFrom(
      ' ',
      '\n',
      '\r\n',
      '\t',
      '\u00A0',
      '\u2029',
      '\u0000',
      '\u0301',
      '\uFEFF',
      '\uD800',
      '\uDC00',
      '\u1100',
      '\u1161',
    )
    fc.assert(
      fc.property(
        fc.array(fc.oneof(blank, marks, fc.string({ unit: 'binary' })), { maxLength: 40 }),
        (parts) => {
          const text = canonicalText(parts.join(''))
          expect(canonicalText(text)).toBe(text)
          expect(text.normalize('NFC')).toBe(text)
          expect(/[^\S\n ]| {2}| \n|\n |\n{3}|^\s|\s$/.test(text)).toBe(false)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

describe('canonicalText of a hostile text', () => {
  it.each([
    ['marks in the worst order', `a${'\u0301'.repeat(300_000)}${'\u0323'.repeat(300_000)}`],
    ['blanks', ' '.repeat(1_000_000)],
    ['empty lines', ' \n'.repeat(500_000)],
    ['halves of pairs', '\uD800'.repeat(1_000_000)],
  ])('ends: %s', (_, raw) => {
    expect(canonicalText(raw).length).toBeLessThanOrEqual(1_000_000)
  })
})
