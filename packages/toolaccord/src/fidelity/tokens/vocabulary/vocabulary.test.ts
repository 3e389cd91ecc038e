import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { asciiPairs, asciiTriples } from './ascii.ts'
import { blocks, characterPairs, characters } from './characters.ts'
import { punctuation } from './punctuation.ts'
import { unpackBits, unpackNumbers, unpackRising, unpackWords } from './unpack.ts'
import { createVocabulary } from './vocabulary.ts'
import { afterSpace as afterSpaces, bare as afterNothing } from './word-set.ts'
import { everywhereWords, spacedOrCapitalWords, spacedSmallWords, spacedWords } from './words.ts'

const none = new Set<string>()
const exact = (text: string) => countTokens(text, { allowedSpecial: none, disallowedSpecial: none })
const capitalise = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const any = unpackWords(everywhereWords)
const afterSpaceOrCapital = unpackWords(spacedOrCapitalWords)
const afterSpace = unpackWords(spacedWords)

describe('the words', () => {
  const bare = [...any, ...any.map(capitalise), ...afterSpaceOrCapital.map(capitalise)]
  const withSpace = [
    ...[any, afterSpaceOrCapital, afterSpace].flatMap((words) => [
      ...words,
      ...words.map(capitalise),
    ]),
    ...unpackWords(spacedSmallWords),
  ]

  it('are one token each, as their list says', () => {
    expect(bare.length).toBeGreaterThan(5_000)
    expect(bare.filter((word) => exact(word) !== 1)).toEqual([])
    expect(withSpace.filter((word) => exact(` ${word}`) !== 1)).toEqual([])
  })

  it('add one token to a sign before them, and a contraction after them adds two', () => {
    const signs = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~\t']
    const ends = ["'s", "'t", "'re", "'ve", "'m", "'ll", "'d", "'S"]
    const wrong = bare.flatMap((word, index) => {
      // Each word with some signs only: all together take minutes.
      const sign = signs[index % signs.length] ?? ''
      const end = ends[index % ends.length] ?? ''
      return [
        [`"${word}`, 2],
        [sign + word, 2],
        [word + end, 3],
        [sign + word + end, 4],
      ].filter(([text, most]) => exact(String(text)) > Number(most))
    })
    expect(wrong).toEqual([])
  })

  it('are found by their range in a text, and nothing else is', () => {
    const { words } = createVocabulary()
    const isFound = (word: string, where: number) =>
      (words.findIn(`(${word})`, 1, word.length + 1) & where) !== 0
    expect(bare.every((word) => isFound(word, afterNothing))).toBe(true)
    expect(withSpace.every((word) => isFound(word, afterSpaces))).toBe(true)
    const known = new Set([...bare, ...withSpace])
    const others = [...known]
      .flatMap((word) => [word.slice(0, -1), `${word}a`, word.toUpperCase(), word.slice(1)])
      .filter((word) => word.length > 2 && !known.has(word) && /^[A-Za-z][a-z]*$/.test(word))
    expect(others.filter((word) => isFound(word, afterNothing | afterSpaces))).toEqual([])
    expect(words.findIn('governmental', 0, 10)).toBe(afterSpaces)
    expect(words.findIn('governmental', 0, 9)).toBe(0)
  })

  it('of one or two letters are one token with a space where they are known', () => {
    const { words } = createVocabulary()
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    const known = letters
      .flatMap((one) => [one, ...letters.map((two) => one + two)])
      .filter((word) => words.findIn(word, 0, word.length) !== 0)
    expect(known).toEqual(expect.arrayContaining(['a', 'of', 'in', 'to']))
    expect(known.filter((word) => exact(` ${word}`) !== 1)).toEqual([])
  })
})

describe('the characters', () => {
  it('are one token each', () => {
    const known = unpackRising(characters)
    expect(known.length).toBeGreaterThan(5_000)
    expect(known.filter((codePoint) => exact(String.fromCodePoint(codePoint)) !== 1)).toEqual([])
  })

  it('have no more tokens than the tables say', () => {
    const { units, astral } = createVocabulary()
    const codePoints = [
      ...Array.from({ length: 0x10000 - 0x80 }, (_, at) => at + 0x80),
      ...Array.from({ length: 0x1000 }, (_, at) => at + 0x1f000),
    ]
    const wrong = codePoints.filter(
      (codePoint) =>
        (codePoint & 0xf800) !== 0xd800 &&
        exact(String.fromCodePoint(codePoint)) >
          (codePoint > 0xffff ? astral(codePoint) : (units[codePoint] ?? 0)),
    )
    expect(wrong).toEqual([])
    expect(unpackRising(blocks).length).toBeGreaterThan(500)
  })

  it('are one token in pairs', () => {
    const numbers = [...unpackNumbers(characterPairs)]
    const wrong: string[] = []
    let count = 0
    for (let at = 0, first = 0; at < numbers.length;) {
      first += numbers[at++] ?? 0
      for (let left = numbers[at++] ?? 0, second = 0; left > 0; left--, count++) {
        second += numbers[at++] ?? 0
        const pair = String.fromCharCode(first, second)
        if (exact(pair) !== 1) wrong.push(pair)
      }
    }
    expect(wrong).toEqual([])
    expect(count).toBe(createVocabulary().pairs.size)
    expect(count).toBeGreaterThan(5_000)
  })
})

describe('the ASCII tables', () => {
  it('say which two characters are one token', () => {
    const bits = unpackBits(asciiPairs)
    const wrong = Array.from({ length: 95 * 95 }, (_, at) => ({
      pair: String.fromCharCode(32 + Math.floor(at / 95), 32 + (at % 95)),
      bit: bits[at],
    }))
    // Digits and letters of two cases are never in one piece, so the tokenizer has none of them.
    expect(wrong.filter(({ pair, bit }) => bit === 1 && exact(pair) !== 1)).toEqual([])
    expect(
      wrong.filter(
        ({ pair, bit }) =>
          bit === 0 && /^[a-z]{2}$|^[^A-Za-z0-9]{2}$/.test(pair) && exact(pair) === 1,
      ),
    ).toEqual([])
  })

  it('say which three letters are one token', () => {
    const bits = unpackBits(asciiTriples)
    const alphabet = ' abcdefghijklmnopqrstuvwxyz'
    const triples = Array.from({ length: 27 * 676 }, (_, at) =>
      [Math.floor(at / 676), 1 + (Math.floor(at / 26) % 26), 1 + (at % 26)]
        .map((place) => alphabet[place])
        .join(''),
    )
    expect(triples.filter((triple, at) => (bits[at] === 1) !== (exact(triple) === 1))).toEqual([])
  })
})

describe('the signs', () => {
  it('are one token each between letters', () => {
    expect(
      punctuation.split(' ').filter((signs) => exact(`a${signs}a`) > 3 || exact(signs) !== 1),
    ).toEqual([])
  })
})
