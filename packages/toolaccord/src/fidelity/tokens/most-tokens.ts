import { type Vocabulary, pairKey } from './vocabulary/vocabulary.ts'

/*
 * A tokenizer that merges pairs leaves no two neighbours that are a token together. So a word has at most as many tokens as the longest way to cut it up
 * without such neighbours. This counts that way from left to right with what is known of tokens of two and three characters; longer tokens are taken as
 * possible anywhere. The counts are kept apart by how many characters the last token has: one, two, or more.
 */

/** Less than any count. */
const none = -0x1000000

/** The most tokens that a range of ASCII letters can have; it may begin with one sign or space. */
export function mostTokensOfLetters(
  text: string,
  start: number,
  end: number,
  vocabulary: Vocabulary,
): number {
  const { asciiPairs, asciiTriples } = vocabulary
  let one = none,
    two = none,
    more = 0
  let oneBefore = none,
    twoBefore = none,
    moreBefore = none
  let earlier = none
  let first = 0,
    second = 0
  for (let at = start; at < end; at++) {
    const third = text.charCodeAt(at)
    const isPair = asciiPairs[second * 128 + third] === 1
    const isTriple =
      third >= small &&
      second >= small &&
      isSmallOrSpace(first) &&
      asciiTriples[tripleOf(first, second, third)] === 1
    const nextOne = 1 + Math.max(isPair ? none : one, isTriple ? none : two, more)
    const nextTwo = isPair ? 1 + Math.max(isTriple ? none : oneBefore, twoBefore, moreBefore) : none
    const nextMore = 1 + earlier
    earlier = Math.max(earlier, oneBefore, twoBefore, moreBefore)
    oneBefore = one
    twoBefore = two
    moreBefore = more
    one = nextOne
    two = nextTwo
    more = nextMore
    first = second
    second = third
  }
  return Math.max(one, two, more)
}

const space = 32
const small = 97

const isSmallOrSpace = (code: number): boolean => (code >= small && code <= 122) || code === space

const tripleOf = (first: number, second: number, third: number): number =>
  (first === space ? 0 : first - small + 1) * 676 + (second - small) * 26 + third - small

/** The most tokens that a range of characters beyond ASCII can have; it may begin with one space. */
export function mostTokensOfCharacters(
  text: string,
  start: number,
  end: number,
  vocabulary: Vocabulary,
): number {
  const { units, astral, pairs } = vocabulary
  let one = none,
    two = none,
    more = 0
  let oneBefore = none,
    twoBefore = none,
    moreBefore = none
  let earlier = none
  let last = 0,
    lastIsLoose = false,
    beforeLastIsLoose = false
  let torn = 0
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    const codePoint = isHighSurrogate(unit) ? (text.codePointAt(at) ?? unit) : unit
    if (codePoint > 0xffff) at++
    const tokens = unit === space ? 1 : codePoint > 0xffff ? astral(codePoint) : (units[unit] ?? 3)
    const isPair = pairs.has(pairKey(last, unit))
    const tearing = isPair ? 0 : tearingBetween(last, unit)
    const isLoose = tearing > 0 || (last === space && !isPair) || loose.has(unit)
    torn += tearing
    const nextOne =
      tokens +
      Math.max(isPair && !isLoose && !lastIsLoose && !beforeLastIsLoose ? none : one, two, more)
    const nextTwo = 1 + Math.max(oneBefore, twoBefore, moreBefore)
    const nextMore = 1 + earlier
    earlier = Math.max(earlier, oneBefore, twoBefore, moreBefore)
    oneBefore = one
    twoBefore = two
    moreBefore = more
    one = nextOne
    two = nextTwo
    more = nextMore
    beforeLastIsLoose = lastIsLoose
    lastIsLoose = isLoose
    last = text.charCodeAt(at)
  }
  return Math.max(one, two, more) + torn
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00

/**
 * Characters that some tokens hold together with the first bytes of the next one, which tears that
 * one from its own neighbour.
 */
const loose: ReadonlySet<number> = new Set([
  0x43e, 0x410, 0x5d9, 0x5d5, 0x627, 0x93e, 0x94d, 0x93f, 0x941, 0xe00, 0xe32, 0xe40, 0xe31, 0x200b,
  0x30fc, 0x30d5, 0x7535, 0x5f69, 0xc5b4, 0xc544, 0xbc1d, 0xff6f,
])

/** Tokens that begin inside of a character: its last byte, and the character after it. */
const drawn: ReadonlySet<number> = new Set([
  0x80c774, 0x81ff6e, 0x858bfb, 0x85b2c8, 0x8a0070, 0x8b724c, 0x8f89bd, 0x8f89c8, 0x907f8e,
  0x90b2e4, 0x929e9f, 0x93ae00, 0x94b2e4, 0x95897f, 0x974eac, 0x9886db, 0x996c5f, 0x9a0070,
  0x9c0069, 0x9e04d8, 0x9e5ba2, 0xa083dc, 0xa09664, 0xa17fe0, 0xa451f0, 0xa77f8e, 0xa8c5b4,
  0xa9b2c8, 0xacc601, 0xadc81c, 0xae4fe1, 0xaeff72, 0xb14e50, 0xb2896a, 0xb303b9, 0xb395e8,
  0xb579f0, 0xb753d6, 0xb88fd0, 0xb9679c, 0xbbac8c, 0xbd7269, 0xbe8baf, 0xbf540d,
])

/** Whether there is a token that holds the last byte of one character and all of the next. */
export const isDrawn = (last: number, next: number): boolean =>
  last >= 0x80 && drawn.has(pairKey(0x80 | (last & 0x3f), next))

/**
 * How many tokens more there are where one may hold a space, or the end of a character, and the
 * beginning of the next.
 */
function tearingBetween(last: number, unit: number): number {
  if (last === space) return unit < 0x800 ? 0 : 1
  return isDrawn(last, unit) || (last >= 0x80 && isTearing(unit) && last >> 7 !== unit >> 7) ? 2 : 0
}

/**
 * Armenian and the scripts of South Asia: there the beginning of a character is enough to tear the
 * one before.
 */
const isTearing = (unit: number): boolean =>
  (unit >= 0x530 && unit < 0x590) || (unit >= 0x800 && unit < 0x2000)
