const wide =
  /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u
const zeroWidth = /[\p{Mn}\p{Me}\p{Cf}]/u

function widthOfCharacter(character: string): number {
  if (zeroWidth.test(character)) return 0
  if (wide.test(character)) return 2
  return 1
}

/** Returns how many columns of a terminal a string takes. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const character of text) width += widthOfCharacter(character)
  return width
}

/** Returns the string; if it is wider than the room, it is cut and ends with an ellipsis. */
export function cut(text: string, room: number): string {
  if (widthOf(text) <= room) return text
  let kept = ''
  let width = 1
  for (const character of text) {
    width += widthOfCharacter(character)
    if (width > room) break
    kept += character
  }
  return `${kept}…`
}

/** Fills a string with spaces up to a width. */
export const pad = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)))

/** Breaks text into lines of at most `room` columns; a longer word has a line of its own. */
export function wrap(text: string, room: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line === '') {
      line = word
    } else if (widthOf(line) + 1 + widthOf(word) > room) {
      lines.push(line)
      line = word
    } else {
      line += ` ${word}`
    }
  }
  if (line !== '') lines.push(line)
  return lines
}
