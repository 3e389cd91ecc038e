const blockUnits = 1_024

/**
 * Offsets of a text in UTF-16 units, as strings have them, and in code points, as the contract has
 * them.
 */
export interface CodePointIndex {
  /** The length of the text in code points. */
  readonly length: number
  toCodePoint(unit: number): number
  toUnit(codePoint: number): number
}

/** A lookup reads one block at most, and nothing at all where no character needs two units. */
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

export function countCodePoints(text: string): number {
  return hasSurrogates(text) ? text.length - countPairs(text, 0, text.length) : text.length
}

/** The part from one code point offset to another, end excluded. */
export function sliceCodePoints(
  text: string,
  start: number,
  end: number,
  index: CodePointIndex = createCodePointIndex(text),
): string {
  return text.slice(index.toUnit(start), index.toUnit(end))
}

const hasSurrogates = (text: string) => /[\uD800-\uDFFF]/.test(text)

/** For each block, the pairs that end before it. */
function countPairsByBlock(text: string): Uint32Array {
  const pairs = new Uint32Array(Math.floor(text.length / blockUnits) + 1)
  for (let block = 1; block < pairs.length; block++) {
    pairs[block] =
      (pairs[block - 1] ?? 0) + countPairs(text, (block - 1) * blockUnits, block * blockUnits)
  }
  return pairs
}

/** Pairs whose second half lies in the range. */
function countPairs(text: string, start: number, end: number): number {
  let pairs = 0
  for (let unit = start; unit < end; unit++)
    if (isLow(text.charCodeAt(unit)) && unit > 0 && isHigh(text.charCodeAt(unit - 1))) pairs++
  return pairs
}

function findUnit(text: string, pairs: Uint32Array, codePoint: number): number {
  let low = 0
  let high = pairs.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (middle * blockUnits - (pairs[middle] ?? 0) <= codePoint) low = middle
    else high = middle - 1
  }
  let unit = low * blockUnits
  // A block may begin with the second half of a pair, which its first half has counted.
  if (isLow(text.charCodeAt(unit)) && isHigh(text.charCodeAt(unit - 1))) unit++
  for (
    let missing = codePoint - (low * blockUnits - (pairs[low] ?? 0));
    missing > 0 && unit < text.length;
    missing--
  ) {
    unit += isHigh(text.charCodeAt(unit)) && isLow(text.charCodeAt(unit + 1)) ? 2 : 1
  }
  return unit
}

const isHigh = (code: number) => code >= 0xd800 && code <= 0xdbff
const isLow = (code: number) => code >= 0xdc00 && code <= 0xdfff
