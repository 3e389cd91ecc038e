import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tinyFiles, tinyVersion } from '../testing/tiny-version.ts'
import { createElementSearch } from './create-element-search.ts'
import { createSearchIndex } from './create-search-index.ts'
import { wordsWithPrefix, wordsWithin } from './near-words.ts'
import { toWords } from './to-words.ts'

const index = createSearchIndex([
  { id: 'camera', title: 'Camera', description: 'Takes pictures of people at the gate.' },
  { id: 'gate', title: 'Gate of the park', description: 'Opens by itself.' },
  { id: 'often', title: 'Fence', description: 'Gate gate gate gate gate gate.' },
  { id: 'sante', title: 'Santé', description: 'Soigne les gens.' },
  { id: 'people', title: 'People', description: 'Those who pass.' },
])

describe('a search', () => {
  test('puts a word in the title before the same word in the description, however often it is there', () => {
    expect(index.search('gate')).toEqual(['gate', 'often', 'camera'])
  })

  test('finds words that are begun, slightly wrong, or without their accents', () => {
    expect(index.search('cam')).toEqual(['camera'])
    expect(index.search('camrea')).toEqual([])
    expect(index.search('camara')).toEqual(['camera'])
    expect(index.search('sante')).toEqual(['sante'])
    expect(index.search('SANTÉ')).toEqual(['sante'])
  })

  test('puts what holds more of the words first, and rare words before common ones', () => {
    expect(index.search('people gate')[0]).toBe('people')
    expect(index.search('who takes pictures')[0]).toBe('camera')
  })

  test('finds nothing where nothing is', () => {
    for (const query of [
      '',
      '  ',
      '!?',
      'zebra',
      '\u0000',
      '__proto__',
      'constructor',
      'x'.repeat(10_000),
    ])
      expect(index.search(query)).toEqual([])
    expect(createSearchIndex([]).search('gate')).toEqual([])
  })

  test('gives each document once, whatever is asked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (query) => {
        const found = index.search(query)
        expect(new Set(found).size).toBe(found.length)
      }),
    )
  })
})

describe('the words near a word', () => {
  const words = fc.array(
    fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '𝒳'), maxLength: 8 }),
    { maxLength: 30 },
  )

  test('are those within the distance, and no other', () => {
    fc.assert(
      fc.property(
        words,
        fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '𝒳'), maxLength: 8 }),
        fc.nat(4),
        (list, word, most) => {
          const vocabulary = [...new Set(list)].sort()
          const expected = vocabulary.flatMap((entry, place) =>
            levenshtein(entry, word) <= most ? [{ place, distance: levenshtein(entry, word) }] : [],
          )
          expect([...wordsWithin(vocabulary, word, most)]).toEqual(expected)
          expect(
            [...wordsWithPrefix(vocabulary, word)].map(({ place }) => vocabulary[place]),
          ).toEqual(vocabulary.filter((entry) => entry.startsWith(word)))
        },
      ),
    )
  })
})

/** By its definition, far too slow for more than a test. */
function levenshtein(a: string, b: string): number {
  const row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    let corner = row[0] ?? 0
    row[0] = i
    for (let j = 1; j <= b.length; j++) {
      const above = row[j] ?? 0
      row[j] = Math.min(corner + (a[i - 1] === b[j - 1] ? 0 : 1), above + 1, (row[j - 1] ?? 0) + 1)
      corner = above
    }
  }
  return row[b.length] ?? 0
}

describe('a search of elements', () => {
  test('goes by the language asked for, and by the fallback of an element that lacks it', async () => {
    const files = tinyFiles()
    const title = [
      { locale: 'en', value: 'Wellbeing' },
      { locale: 'fr', value: 'Santé' },
    ]
    const [element, other] = [
      { ...files['elements/health.yaml'], title },
      {
        ...files['elements/acting.yaml'],
        title: [{ locale: 'en', value: 'Doing' }],
        description: [{ locale: 'en', value: 'Does.' }],
      },
    ]
    const version = await tinyVersion({
      ...files,
      'elements/health.yaml': element,
      'elements/acting.yaml': other,
    })
    const search = createElementSearch()
    const idsOf = (locale: string, query: string) =>
      search(version, locale, query).map(({ id }) => id)
    expect(idsOf('fr', 'sante')).toEqual(['health'])
    expect(idsOf('fr', 'wellbeing')).toEqual([])
    expect(idsOf('fr', 'doing')).toEqual(['acting'])
    expect(idsOf('km', 'wellbeing')).toEqual(['health'])
  })

  test('takes words apart in any script', () => {
    expect(toWords('L’IA, c’est—quoi? 人工 智能 Ünïcode_1')).toEqual([
      'l',
      'ia',
      'c',
      'est',
      'quoi',
      '人工',
      '智能',
      'unicode',
      '1',
    ])
  })
})
