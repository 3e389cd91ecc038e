import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalText } from '../text/canonical-text.ts'
import { countCodePoints, createCodePointIndex } from '../text/code-points.ts'
import { toPassages } from './to-passages.ts'

async function read(text: string, maxChars = 500, locale = 'en') {
  const passages = await toPassages(text, {
    locale,
    maxChars,
    index: createCodePointIndex(text),
    pace: async () => {},
  })
  return passages.map(({ start, end }) => text.slice(start, end))
}

const first = 'The first sentence is long enough.'
const second = 'The second sentence is long enough.'

describe('toPassages', () => {
  it.each([
    ['sentences', `${first} ${second}`, [first, second]],
    [
      'paragraphs without a full stop',
      'A heading\n\nAnother heading',
      ['A heading', 'Another heading'],
    ],
    [
      'an abbreviation with what follows',
      `Dr. Smith has been here for years. ${second}`,
      ['Dr. Smith has been here for years.', second],
    ],
    [
      'a short sentence with the next, in its paragraph only',
      `No. ${first}\n\nNo.\n\n${second}`,
      [`No. ${first}`, 'No.', second],
    ],
    [
      'a sentence that was wrapped',
      'This line was wrapped by its\nauthor. ' +
        'This one as well, and it is longer than forty\nCharacters. Done with all of that.',
      [
        'This line was wrapped by its\nauthor.',
        'This one as well, and it is longer than forty\nCharacters.',
        'Done with all of that.',
      ],
    ],
    [
      'the items of a list',
      '- the first item of this list\n- the second item of this list\n' +
        'a) the third item of this list',
      [
        '- the first item of this list',
        '- the second item of this list',
        'a) the third item of this list',
      ],
    ],
    [
      'Chinese',
      '珊瑚礁是地球上最多样化的生态系统之一。海水变暖会导致珊瑚白化。',
      ['珊瑚礁是地球上最多样化的生态系统之一。', '海水变暖会导致珊瑚白化。'],
    ],
  ])('takes %s as they are', async (_, text, expected) => {
    expect(await read(text)).toEqual(expected)
  })

  it('cuts a long sentence at a blank, or else between characters', async () => {
    expect(await read('aaaa bbbb cccc dddd', 10)).toEqual(['aaaa bbbb', 'cccc dddd'])
    expect(await read('😀'.repeat(7), 3)).toEqual(['😀😀😀', '😀😀😀', '😀'])
    expect(await read(`${'a'.repeat(4)}x\u0323${'b'.repeat(4)}`, 5)).toEqual([
      'aaaa',
      'x\u0323bbb',
      'b',
    ])
  })

  it('loses no letter, crosses no paragraph and stays within the limit, for any text', async () => {
    const word = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
      fc.constantFrom(
        '. ',
        '? ',
        '\n',
        '\n\n',
        '。',
        'Mr. ',
        '😀',
        'a'.repeat(300),
        '漢'.repeat(2_100),
        'e\u0300\u0301'.repeat(700),
      ),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { maxLength: 60 }),
        fc.integer({ min: 1, max: 500 }),
        async (words, maxChars) => {
          const text = canonicalText(words.join(' '))
          const passages = await read(text, maxChars)
          expect(passages.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
          for (const passage of passages) {
            expect(countCodePoints(passage)).toBeLessThanOrEqual(maxChars)
            expect(passage).toBe(passage.trim())
            expect(passage).not.toBe('')
            expect(passage).not.toContain('\n\n')
          }
        },
      ),
    )
  })

  it.each([
    ['one word of two megabytes', 'a'.repeat(2_000_000), 4_000],
    [
      'a paragraph of two megabytes',
      'This is a sentence of some length, repeated. '.repeat(45_000).trim(),
      45_000,
    ],
    ['a hundred thousand paragraphs', 'a\n\n'.repeat(100_000).trim(), 100_000],
  ])('reads %s', async (_, text, count) => {
    expect(await read(text)).toHaveLength(count)
  })
})
