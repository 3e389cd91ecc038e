import { type Vocabulary, pairKey } from './vocabulary/vocabulary.ts'

/*
 * A tokenizer that merges pairs leaves no two neighbours that are a token together. So a word has
 * at most as many tokens as the longest way to cut it up without such neighbours. Both functions
 * count that way from left to right, with what is known of tokens of two and three characters;
 * longer tokens are taken as possible anywhere. Three counts are kept, by how many characters the
 * last token has: one, two, or more.
 */

/** Less than any count: the case is impossible. */
const none = -0x1000000

/** Returns the most tokens of a range of ASCII letters, which may begin with a sign or space. */
export function mostTokensOfLetters(
  text: string,
  start: number,
  end: number,
  vocabulary: Vocabulary,
): number {
  const { asciiPairs, asciiTriples } = vocabulary
  let one = none
  let two = none
  let more = 0
  let oneBefore = none
  let twoBefore = none
  let moreBefore = none
  let earlier = none
  let first = 0
  let second = 0
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

/** Returns the most tokens of a range beyond ASCII, which may begin with a space. */
export function mostTokensOfCharacters(
  text: string,
  start: number,
  end: number,
  vocabulary: Vocabulary,
): number {
  const { units, astral, pairs } = vocabulary
  let one = none
  let two = none
  let more = 0
  let oneBefore = none
  let twoBefore = none
  let moreBefore = none
  let earlier = none
  let last = 0
  let lastIsLoose = false
  let beforeLastIsLoose = false
  let torn = 0
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    const codePoint = isHighSurrogate(unit) ? (text.codePointAt(at) ?? unit) : unit
    const isAstral = codePoint > 0xffff
    if (isAstral) at++
    const ownTokens = isAstral ? astral(codePoint) : (units[unit] ?? 3)
    const tokens = unit === space ? 1 : ownTokens
    const isPair = pairs.has(pairKey(last, unit))
    const tearing = isPair ? 0 : tearingBetween(last, unit)
    const isLoose = tearing > 0 || (last === space && !isPair) || loose.has(unit)
    torn += tearing
    const isSurelyPair = isPair && !isLoose && !lastIsLoose && !beforeLastIsLoose
    const nextOne = tokens + Math.max(isSurelyPair ? none : one, two, more)
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
 * Characters that some tokens contain together with the first bytes of the next character, which
 * tears that character from its own neighbour.
 */
const loose: ReadonlySet<number> = new Set([
  0x43e, 0x410, 0x5d9, 0x5d5, 0x627, 0x93e, 0x94d, 0x93f, 0x941, 0xe00, 0xe32, 0xe40, 0xe31, 0x200b,
  0x30fc, 0x30d5, 0x7535, 0x5f69, 0xc5b4, 0xc544, 0xbc1d, 0xff6f,
])

/** Tokens that begin inside of a character: its last byte and the character after it. */
const drawn: ReadonlySet<number> = new Set([
  0x80c774, 0x81ff6e, 0x858bfb, 0x85b2c8, 0x8a0070, 0x8b724c, 0x8f89bd, 0x8f89c8, 0x907f8e,
  0x90b2e4, 0x929e9f, 0x93ae00, 0x94b2e4, 0x95897f, 0x974eac, 0x9886db, 0x996c5f, 0x9a0070,
  0x9c0069, 0x9e04d8, 0x9e5ba2, 0xa083dc, 0xa09664, 0xa17fe0, 0xa451f0, 0xa77f8e, 0xa8c5b4,
  0xa9b2c8, 0xacc601, 0xadc81c, 0xae4fe1, 0xaeff72, 0xb14e50, 0xb2896a, 0xb303b9, 0xb395e8,
  0xb579f0, 0xb753d6, 0xb88fd0, 0xb9679c, 0xbbac8c, 0xbd7269, 0xbe8baf, 0xbf540d,
])

/** True if some token contains the last byte of one character and all of the next. */
export const isDrawn = (last: number, next: number): boolean =>
  last >= 0x80 && drawn.has(pairKey(0x80 | (last & 0x3f), next))

/** How many more tokens there may be because one contains the end of this and the next's start. */
function tearingBetween(last: number, unit: number): number {
  if (last === space) {
    if (unit < 0x800) return 0
    return 1
  }
  const isTorn = last >= 0x80 && isTearing(unit) && last >> 7 !== unit >> 7
  if (isTorn || isDrawn(last, unit)) return 2
  return 0
}

/** Armenian and the scripts of South Asia, whose first byte is enough to tear the one before. */
const isTearing = (unit: number): boolean =>
  (unit >= 0x530 && unit < 0x590) || (unit >= 0x800 && unit < 0x2000)
