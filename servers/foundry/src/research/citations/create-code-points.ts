/** One text by offsets in code points, which locators have, instead of UTF-16 units. */
export interface CodePoints {
  /** Returns the part between two offsets in code points, the end excluded. */
  slice(start: number, end: number): string
  /** Returns the offset in code points of an offset in units. */
  fromUnit(unit: number): number
}

const blockSize = 1_024

/** Creates the access to a text. It reads the text once, and then at most one block each time. */
export function createCodePoints(text: string): CodePoints {
  const isPlain = !/[\uD800-\uDFFF]/.test(text)
  if (isPlain) return { slice: (start, end) => text.slice(start, end), fromUnit: (unit) => unit }
  const blocks = blockStarts(text)
  const toUnit = (codePoint: number): number => {
    const block = Math.floor(codePoint / blockSize)
    let unit = blocks[block] ?? text.length
    for (let left = codePoint - block * blockSize; left > 0 && unit < text.length; left--)
      unit = after(text, unit)
    return unit
  }
  return {
    slice: (start, end) => text.slice(toUnit(start), toUnit(end)),
    fromUnit(unit) {
      const block = blocks.findLastIndex((start) => start <= unit)
      let codePoint = block * blockSize
      for (let at = blocks[block] ?? 0; at < unit; at = after(text, at)) codePoint++
      return codePoint
    },
  }
}

/** Returns the offset in units of every block of code points. */
function blockStarts(text: string): readonly number[] {
  const starts: number[] = []
  let count = 0
  for (let unit = 0; unit < text.length; unit = after(text, unit)) {
    if (count % blockSize === 0) starts.push(unit)
    count++
  }
  return starts
}

/** Returns the offset of the next character. */
function after(text: string, unit: number): number {
  const isPair = (text.codePointAt(unit) ?? 0) > 0xffff
  return isPair ? unit + 2 : unit + 1
}
