import { asciiPairs, asciiTriples } from './ascii.ts'
import { blocks, characterPairs, characters } from './characters.ts'
import { punctuation } from './punctuation.ts'
import { TextSet } from './text-set.ts'
import { unpackBits, unpackNumbers, unpackRising, unpackWords } from './unpack.ts'
import { WordSet, afterSpace, bare } from './word-set.ts'
import { everywhere, spaced, spacedOrCapital, spacedSmall } from './words.ts'

/** What the estimate knows of the tokens of o200k. */
export interface Vocabulary {
  /**
   * Words that are one token together with the space before them, or by themselves and then at most
   * two with a sign before them.
   */
  readonly words: WordSet
  /** Signs in a row that are one token between letters and digits. */
  readonly signs: TextSet
  /** The tokens of a character beyond ASCII, by its UTF-16 unit. */
  readonly units: Uint8Array
  /** The tokens of a character of two units, by its code point. */
  readonly astral: (codePoint: number) => number
  /** Which two units are one token, as `pairKey` numbers them. */
  readonly pairs: ReadonlySet<number>
  /** Which two ASCII characters are, in rows of 128. */
  readonly asciiPairs: Uint8Array
  /**
   * Which three are: 676 for each first one, where 0 is the space and 1 the letter a, and 26 for
   * each second one.
   */
  readonly asciiTriples: Uint8Array
}

/** The number of two UTF-16 units. */
export const pairKey = (first: number, second: number): number => first * 0x10000 + second

/** Unpacks the tables, which takes a few milliseconds. */
export function createVocabulary(): Vocabulary {
  const [known, knownBlocks] = [unpackRising(characters), unpackRising(blocks)]
  const [pairs, triples] = [toAsciiPairs(), unpackBits(asciiTriples)]
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
  const add = (more: readonly string[], where: number) =>
    more.forEach((word) => words.set(word, (words.get(word) ?? 0) | where))
  const [any, spacedOrLarge, afterSpaceOnly] = [
    unpackWords(everywhere),
    unpackWords(spacedOrCapital),
    unpackWords(spaced),
  ]
  add([...any, ...any.map(capitalise), ...spacedOrLarge.map(capitalise)], bare)
  add(
    [
      ...[any, spacedOrLarge, afterSpaceOnly].flatMap((list) => [...list, ...list.map(capitalise)]),
      ...unpackWords(spacedSmall),
    ],
    afterSpace,
  )
  add(toShortWords(pairs, triples), afterSpace)
  return new WordSet(words)
}

/** Words of one or two small letters: the tables of pairs and triples know them with a space. */
function toShortWords(pairs: Uint8Array, triples: Uint8Array): readonly string[] {
  const codes = Array.from({ length: 26 }, (_, letter) => 97 + letter)
  const isPair = (one: number, two: number) => pairs[one * 128 + two] === 1
  const ones = codes.filter((code) => isPair(32, code))
  const twos = codes.flatMap((one) =>
    codes.flatMap((two) =>
      isPair(one, two) && triples[(one - 97) * 26 + two - 97] === 1
        ? [String.fromCharCode(one, two)]
        : [],
    ),
  )
  return [...ones.map((code) => String.fromCharCode(code)), ...twos]
}

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/**
 * A character has at most as many tokens as bytes in UTF-8, and one less where its first two bytes
 * are a token.
 */
function toUnits(known: readonly number[], knownBlocks: readonly number[]): Uint8Array {
  const units = new Uint8Array(0x10000).fill(3)
  units.fill(2, 0x80, 0x800)
  for (const block of knownBlocks) if (block < 0x400) units.fill(2, block * 64, block * 64 + 64)
  for (const character of known) if (character < 0x10000) units[character] = 1
  return units
}

/**
 * The same with four bytes; the first two are a token for the blocks of emoji and of letters for
 * mathematics.
 */
function toAstral(known: ReadonlySet<number>, knownBlocks: ReadonlySet<number>) {
  return (codePoint: number): number => {
    if (known.has(codePoint)) return 1
    if (knownBlocks.has(codePoint >> 6)) return 2
    return codePoint >> 12 === 0x1f || codePoint >> 12 === 0x1d ? 3 : 4
  }
}

function toPairs(): ReadonlySet<number> {
  const numbers = unpackNumbers(characterPairs)
  const read = (): number => numbers.next().value ?? 0
  const pairs = new Set<number>()
  for (let first = read(); first > 0;) {
    for (let left = read(), second = 0; left > 0; left--)
      pairs.add(pairKey(first, (second += read())))
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
