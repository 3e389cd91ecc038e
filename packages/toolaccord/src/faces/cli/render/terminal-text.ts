/**
 * Control characters, and those that turn the direction of text: what a terminal obeys instead of
 * showing.
 */
const unsafe = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escape = (character: string): string =>
  named[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Text for one line of a terminal: nothing in it moves the cursor or changes the colour. */
export const escapeLine = (text: string): string => text.replace(unsafe, escape)

/** Text for several lines: as `escapeLine`, with line ends and tabs left as they are. */
export const escapeLines = (text: string): string[] =>
  text.split(/\r?\n/).map((line) => line.split('\t').map(escapeLine).join('\t'))

/** JSON for a terminal: JSON itself leaves some control characters unescaped. */
export const toJsonLine = (value: unknown): string => `${escapeLine(JSON.stringify(value))}\n`

const wide =
  /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u
const zeroWidth = /[\p{Mn}\p{Me}\p{Cf}]/u

const widthOfCharacter = (character: string): number =>
  zeroWidth.test(character) ? 0 : wide.test(character) ? 2 : 1

/** How many columns a text takes on a terminal. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const character of text) width += widthOfCharacter(character)
  return width
}

/** The text, ended with an ellipsis where it is wider than the room. */
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

export const pad = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)))

/** The words of a text in lines of at most `room` columns; a longer word has a line of its own. */
export function wrap(text: string, room: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > room) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return line === '' ? lines : [...lines, line]
}

/** A word as a POSIX shell reads it back. */
export const shellQuote = (word: string): string =>
  /^[\w@%+:,./-][\w@%+=:,./-]*$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
