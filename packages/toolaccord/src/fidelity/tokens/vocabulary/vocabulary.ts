import { asciiPairs, asciiTriples } from './ascii.ts'
import { blocks, characterPairs, characters } from './characters.ts'
import { punctuation } from './punctuation.ts'
import { TextSet } from './text-set.ts'
import { unpackBits, unpackNumbers, unpackRising, unpackWords } from './unpack.ts'
import { WordSet, afterSpace, bare } from './word-set.ts'
import { everywhereWords, spacedOrCapitalWords, spacedSmallWords, spacedWords } from './words.ts'

/** The tokens of o200k, as far as the estimate knows them. */
export interface Vocabulary {
  /**
   * Words that are one token together with the space before them, or by themselves; the latter are
   * at most two with a sign before them.
   */
  readonly words: WordSet
  /** Signs in a row that are one token between letters and digits. */
  readonly signs: TextSet
  /** The tokens of a character beyond ASCII, by its UTF-16 unit. */
  readonly units: Uint8Array
  /** The tokens of a character of two units, by its code point. */
  readonly astral: (codePoint: number) => number
  /** Pairs of units that are one token, as `pairKey` numbers them. */
  readonly pairs: ReadonlySet<number>
  /** For each two ASCII characters, 1 if they are one token; in rows of 128. */
  readonly asciiPairs: Uint8Array
  /**
   * For each three small letters, 1 if they are one token: 676 entries for each first one, where 0
   * is the space and 1 the letter a, and 26 for each second one.
   */
  readonly asciiTriples: Uint8Array
}

/** Returns one number for two UTF-16 units. */
export const pairKey = (first: number, second: number): number => first * 0x10000 + second

/** Creates the vocabulary by unpacking the tables, which takes a few milliseconds. */
export function createVocabulary(): Vocabulary {
  const known = unpackRising(characters)
  const knownBlocks = unpackRising(blocks)
  const pairs = toAsciiPairs()
  const triples = unpackBits(asciiTriples)
  return {
    words: toWords(pairs, triples),
    signs: new TextSet(punctuation.split(' ')),
    units: toUnits(known, knownBlocks),
    astral: toAstral(new Set(known), new Set(knownBlocks)),
    pairs: toPairs(),
    asciiPairs: pairs,
    asciiTriples: triples,
  }
}

function toWords(pairs: Uint8Array, triples: Uint8Array): WordSet {
  const words = new Map<string, number>()
  const add = (more: readonly string[], where: number) => {
    for (const word of more) words.set(word, (words.get(word) ?? 0) | where)
  }
  const everywhere = unpackWords(everywhereWords)
  const spacedOrCapital = unpackWords(spacedOrCapitalWords)
  const spaced = unpackWords(spacedWords)
  add(everywhere, bare)
  add(everywhere.map(capitalise), bare)
  add(spacedOrCapital.map(capitalise), bare)
  for (const group of [everywhere, spacedOrCapital, spaced]) {
    add(group, afterSpace)
    add(group.map(capitalise), afterSpace)
  }
  add(unpackWords(spacedSmallWords), afterSpace)
  add(toShortWords(pairs, triples), afterSpace)
  return new WordSet(words)
}

/** The words of one or two small letters, which the tables of pairs and triples have. */
function toShortWords(pairs: Uint8Array, triples: Uint8Array): readonly string[] {
  const space = 32
  const smallA = 97
  const letters = Array.from({ length: 26 }, (_, letter) => smallA + letter)
  const isPair = (one: number, two: number) => pairs[one * 128 + two] === 1
  const words: string[] = []
  for (const one of letters) if (isPair(space, one)) words.push(String.fromCharCode(one))
  for (const one of letters) {
    for (const two of letters) {
      const isTriple = triples[(one - smallA) * 26 + two - smallA] === 1
      if (isPair(one, two) && isTriple) words.push(String.fromCharCode(one, two))
    }
  }
  return words
}

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/**
 * A character has at most as many tokens as bytes in UTF-8, and one less if its first two bytes are
 * a token.
 */
function toUnits(known: readonly number[], knownBlocks: readonly number[]): Uint8Array {
  const units = new Uint8Array(0x10000).fill(3)
  units.fill(2, 0x80, 0x800)
  for (const block of knownBlocks) if (block < 0x400) units.fill(2, block * 64, block * 64 + 64)
  for (const character of known) if (character < 0x10000) units[character] = 1
  return units
}

/**
 * The same for characters of four bytes, whose first two are a token in the blocks of emoji and of
 * letters for mathematics.
 */
function toAstral(known: ReadonlySet<number>, knownBlocks: ReadonlySet<number>) {
  return (codePoint: number): number => {
    if (known.has(codePoint)) return 1
    if (knownBlocks.has(codePoint >> 6)) return 2
    if (codePoint >> 12 === 0x1f || codePoint >> 12 === 0x1d) return 3
    return 4
  }
}

function toPairs(): ReadonlySet<number> {
  const numbers = unpackNumbers(characterPairs)
  const read = (): number => numbers.next().value ?? 0
  const pairs = new Set<number>()
  for (let first = read(); first > 0;) {
    let second = 0
    for (let left = read(); left > 0; left--) {
      second += read()
      pairs.add(pairKey(first, second))
    }
    const step = read()
    if (step === 0) break
    first += step
  }
  return pairs
}

function toAsciiPairs(): Uint8Array {
  const bits = unpackBits(asciiPairs)
  const table = new Uint8Array(128 * 128)
  for (let at = 0; at < 95 * 95; at++)
    table[(32 + Math.floor(at / 95)) * 128 + 32 + (at % 95)] = bits[at] ?? 0
  return table
}
