const blockUnits = 1_024

/**
 * Converts the offsets of one text between UTF-16 units, which strings have, and code points, which
 * the contract has.
 */
export interface CodePointIndex {
  /** The length of the text in code points. */
  readonly length: number
  toCodePoint(unit: number): number
  toUnit(codePoint: number): number
}

/**
 * Creates the index of a text. A lookup reads at most one block, and nothing if every character is
 * one unit.
 */
export function createCodePointIndex(text: string): CodePointIndex {
  if (!hasSurrogates(text))
    return { length: text.length, toCodePoint: (unit) => unit, toUnit: (codePoint) => codePoint }
  const pairs = countPairsByBlock(text)
  const toCodePoint = (unit: number) => {
    const block = Math.floor(unit / blockUnits)
    return unit - (pairs[block] ?? 0) - countPairs(text, block * blockUnits, unit)
  }
  return {
    length: toCodePoint(text.length),
    toCodePoint,
    toUnit: (codePoint) => findUnit(text, pairs, codePoint),
  }
}

/** Returns the length of a text in code points. */
export function countCodePoints(text: string): number {
  if (!hasSurrogates(text)) return text.length
  return text.length - countPairs(text, 0, text.length)
}

/** Returns the part from one code point offset to another, the end excluded. */
export function sliceCodePoints(
  text: string,
  start: number,
  end: number,
  index: CodePointIndex = createCodePointIndex(text),
): string {
  return text.slice(index.toUnit(start), index.toUnit(end))
}

/** True if a unit is the second half of a surrogate pair. */
export const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff

const hasSurrogates = (text: string) => /[\uD800-\uDFFF]/.test(text)

/** True if the units before and at an offset are one pair. */
const isInPair = (text: string, unit: number) =>
  isLowSurrogate(text.charCodeAt(unit)) && isHighSurrogate(text.charCodeAt(unit - 1))

/** Returns for each block the number of pairs that end before it. */
function countPairsByBlock(text: string): Uint32Array {
  const pairs = new Uint32Array(Math.floor(text.length / blockUnits) + 1)
  for (let block = 1; block < pairs.length; block++) {
    const start = (block - 1) * blockUnits
    pairs[block] = (pairs[block - 1] ?? 0) + countPairs(text, start, start + blockUnits)
  }
  return pairs
}

/** Counts the pairs whose second half is in the range. */
function countPairs(text: string, start: number, end: number): number {
  let pairs = 0
  for (let unit = start; unit < end; unit++) if (isInPair(text, unit)) pairs++
  return pairs
}

function findUnit(text: string, pairs: Uint32Array, codePoint: number): number {
  const codePointsBefore = (block: number) => block * blockUnits - (pairs[block] ?? 0)
  let low = 0
  let high = pairs.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (codePointsBefore(middle) <= codePoint) low = middle
    else high = middle - 1
  }
  let unit = low * blockUnits
  // A block may begin with the second half of a pair, which its first half has counted.
  if (isInPair(text, unit)) unit++
  let missing = codePoint - codePointsBefore(low)
  for (; missing > 0 && unit < text.length; missing--) {
    unit++
    if (isInPair(text, unit)) unit++
  }
  return unit
}
