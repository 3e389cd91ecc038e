const surrogates = /[\uD800-\uDFFF]/

/** Returns the part of a text between two offsets in code points, the end excluded. */
export function sliceCodePoints(text: string, start: number, end: number): string {
  if (!surrogates.test(text)) return text.slice(start, end)
  const from = toUnit(text, start, 0)
  return text.slice(from, toUnit(text, end - start, from))
}

/** Returns the offset in code points of an offset in UTF-16 units. */
export function toCodePoint(text: string, unit: number): number {
  let count = 0
  for (let at = 0; at < unit; at = after(text, at)) count++
  return count
}

/** Returns the offset in UTF-16 units that is so many code points after another. */
function toUnit(text: string, codePoints: number, from: number): number {
  let unit = from
  for (let left = codePoints; left > 0 && unit < text.length; left--) unit = after(text, unit)
  return unit
}

/** Returns the offset of the next character. */
function after(text: string, unit: number): number {
  const isPair = (text.codePointAt(unit) ?? 0) > 0xffff
  return isPair ? unit + 2 : unit + 1
}
