/** Letters that are twice as wide as others. */
const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60]|\p{Extended_Pictographic}/u

const widthOf = (text: string): number =>
  Array.from(text).reduce((width, letter) => width + (wide.test(letter) ? 2 : 1), 0)

/** Cuts a text into at most two lines of a width in letters; what does not fit ends in `…`. */
export function wrapLabel(text: string, width: number): readonly string[] {
  const words = text.trim().split(/\s+/)
  let first = words.shift() ?? ''
  if (widthOf(first) > width) return [cut(first, width)]
  while (words[0] !== undefined && widthOf(`${first} ${words[0]}`) <= width)
    first = `${first} ${words.shift()}`
  if (words.length === 0) return [first]
  return [first, cut(words.join(' '), width)]
}

function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  let left = width - 1
  for (const letter of text) {
    left -= widthOf(letter)
    if (left < 0) break
    kept += letter
  }
  return `${kept.trimEnd()}…`
}
