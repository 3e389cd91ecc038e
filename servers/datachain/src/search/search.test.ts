import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tinyFiles, tinyVersion } from '../testing/tiny-version.ts'
import { createElementSearch } from './create-element-search.ts'
import { createSearchIndex } from './create-search-index.ts'
import { wordsWithPrefix, nearWords } from './near-words.ts'
import { toWords } from './to-words.ts'

const index = createSearchIndex([
  { id: 'camera', title: 'Camera', description: 'Takes pictures of people at the gate.' },
  { id: 'gate', title: 'Gate of the park', description: 'Opens by itself.' },
  { id: 'often', title: 'Fence', description: 'Gate gate gate gate gate gate.' },
  { id: 'sante', title: 'Santé', description: 'Soigne les gens.' },
  { id: 'people', title: 'People', description: 'Those who pass.' },
])

describe('a search', () => {
  test('ranks a word in a title above the same word in a description, however often', () => {
    expect(index.search('gate')).toEqual(['gate', 'often', 'camera'])
  })

  test('finds words that are begun, slightly wrong, or without their accents', () => {
    expect(index.search('cam')).toEqual(['camera'])
    expect(index.search('camrea')).toEqual([])
    expect(index.search('camara')).toEqual(['camera'])
    expect(index.search('sante')).toEqual(['sante'])
    expect(index.search('SANTÉ')).toEqual(['sante'])
  })

  test('ranks documents with more of the words first, and rare words above common ones', () => {
    expect(index.search('people gate')[0]).toBe('people')
    expect(index.search('who takes pictures')[0]).toBe('camera')
  })

  test('finds nothing if no document has a word like it', () => {
    const others = ['', '  ', '!?', 'zebra', '\u0000', '__proto__', 'constructor']
    for (const query of [...others, 'x'.repeat(10_000)]) expect(index.search(query)).toEqual([])
    expect(createSearchIndex([]).search('gate')).toEqual([])
  })

  test('returns each document once, whatever the query', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (query) => {
        const found = index.search(query)
        expect(new Set(found).size).toBe(found.length)
      }),
    )
  })
})

describe('the words near a word', () => {
  const anyWord = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '𝒳'), maxLength: 8 })
  const anyWords = fc.array(anyWord, { maxLength: 30 })

  test('are those within the distance, and no other', () => {
    fc.assert(
      fc.property(anyWords, anyWord, fc.nat(4), (words, word, most) => {
        const vocabulary = [...new Set(words)].sort()
        const near = vocabulary
          .map((entry, place) => ({ place, distance: levenshtein(entry, word) }))
          .filter(({ distance }) => distance <= most)
        expect(nearWords(vocabulary, word, most)).toEqual(near)
        const begun = wordsWithPrefix(vocabulary, word).map(({ place }) => vocabulary[place])
        expect(begun).toEqual(vocabulary.filter((entry) => entry.startsWith(word)))
      }),
    )
  })
})

/** The distance by its definition, too slow for anything but a test. */
function levenshtein(a: string, b: string): number {
  const row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    let corner = row[0] ?? 0
    row[0] = i
    for (let j = 1; j <= b.length; j++) {
      const above = row[j] ?? 0
      const replaced = corner + Number(a[i - 1] !== b[j - 1])
      row[j] = Math.min(replaced, above + 1, (row[j - 1] ?? 0) + 1)
      corner = above
    }
  }
  return row[b.length] ?? 0
}

describe('a search of elements', () => {
  test('uses the language asked for, or the fallback of an element without it', async () => {
    const files = tinyFiles()
    const title = [
      { locale: 'en', value: 'Wellbeing' },
      { locale: 'fr', value: 'Santé' },
    ]
    const inBoth = { ...files['elements/health.yaml'], title }
    const inEnglish = {
      ...files['elements/acting.yaml'],
      title: [{ locale: 'en', value: 'Doing' }],
      description: [{ locale: 'en', value: 'Does.' }],
    }
    const version = await tinyVersion({
      ...files,
      'elements/health.yaml': inBoth,
      'elements/acting.yaml': inEnglish,
    })
    const search = createElementSearch()
    const idsOf = (locale: string, query: string) =>
      search(version, locale, query).map(({ id }) => id)
    expect(idsOf('fr', 'sante')).toEqual(['health'])
    expect(idsOf('fr', 'wellbeing')).toEqual([])
    expect(idsOf('fr', 'doing')).toEqual(['acting'])
    expect(idsOf('km', 'wellbeing')).toEqual(['health'])
  })

  test('splits words of any script', () => {
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
