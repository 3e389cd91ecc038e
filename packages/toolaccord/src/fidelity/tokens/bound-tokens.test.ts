import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { boundTokens } from './bound-tokens.ts'
import { createVocabulary } from './vocabulary/vocabulary.ts'

const none = new Set<string>()
/** The true count; names of special tokens are plain text. */
const exact = (text: string) => countTokens(text, { allowedSpecial: none, disallowedSpecial: none })

const vocabulary = createVocabulary()
const bytesOf = (text: string) => new TextEncoder().encode(`${text}\0\0\0`)
const boundWith = (text: string, enough: number) =>
  boundTokens(bytesOf(text), bytesOf(text).length - 3, enough, vocabulary)

/** The bound that the whole text gives: the least that is enough for itself. */
function bound(text: string): number {
  let [low, high] = [0, bytesOf(text).length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (boundWith(text, middle) <= middle) high = middle
    else low = middle + 1
  }
  return low
}

const words = [
  'the',
  'The',
  ' the',
  ' The',
  ' people',
  ' People',
  'government',
  ' a',
  ' of',
  ' An',
  'A',
  "don't",
  "'s",
  "'ll",
  "'re",
  "'The",
  "'Section",
  'userName',
  'HTTPServer',
  ' theHouse',
  'qzx',
  ' jqx',
  'é',
  ' é',
  'ß',
  '\u0301',
  'ไทย',
  '的',
  ' 나',
  'Привет',
  'नमस्ते',
  'مرحبا',
  '👍🏽',
  '\u200d',
  '…',
  '’s',
  '"',
  '":"',
  '","',
  '{"',
  '},{"',
  '\\n',
  '--',
  '/',
  '===',
  ' ',
  '  ',
  '\n',
  '\r',
  '\t',
  '\0',
  '\x7f',
  '0',
  '12',
  '2026',
  '½',
  '٣',
]
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary-ascii', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...words), maxLength: 25 }),
  fc.string({ unit: fc.constantFrom(...'"{}[],:\\ab1 \''), maxLength: 25 }),
  fc.array(fc.lorem(), { maxLength: 3 }).map((parts) => JSON.stringify(parts)),
  fc.json(),
)

describe('boundTokens', () => {
  it('is never under the true count of any text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(bound(text)).toBeGreaterThanOrEqual(exact(text))
      }),
      { numRuns: 6_000 },
    )
  })

  it('is never over the bytes of a text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(bound(text)).toBeLessThanOrEqual(bytesOf(text).length - 3)
      }),
    )
  })

  it('is over what is not enough, wherever it stops', () => {
    fc.assert(
      fc.property(texts, fc.nat(60), (text, enough) => {
        expect(boundWith(text, enough) <= enough).toBe(bound(text) <= enough)
      }),
    )
  })

  it.each([
    [
      'prose',
      'Several residents spoke about traffic, schools and the loss of open fields; ' +
        'the mayor answered that money had been promised.',
      0.4,
    ],
    [
      'JSON',
      JSON.stringify([
        {
          id: 12,
          name: 'User 12',
          email: 'user12@example.com',
          status: 'active',
          created_at: '2026-01-02T03:04:05Z',
          amount: 1800,
        },
      ]),
      0.5,
    ],
    [
      'code',
      'for (let index = 0; index < sorted.length && index < limit; index++) ' +
        '{ report.lines.push(sorted[index].name) }',
      0.55,
    ],
  ])('is far under the bytes of %s', (_, text, most) => {
    expect(bound(text) / text.length).toBeLessThan(most)
  })
})
