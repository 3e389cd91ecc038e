/** Control characters, and characters that change the direction of text: a terminal obeys these. */
const unsafe = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escape = (character: string): string =>
  named[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Escapes text for one line of a terminal: it cannot move the cursor or change the colour. */
export const escapeLine = (text: string): string => text.replace(unsafe, escape)

/** Escapes text for several lines: like `escapeLine`, but line ends and tabs stay as they are. */
export const escapeLines = (text: string): string[] =>
  text.split(/\r?\n/).map((line) => line.split('\t').map(escapeLine).join('\t'))

/** Writes JSON for a terminal: JSON itself leaves some control characters unescaped. */
export const toJsonLine = (value: unknown): string => `${escapeLine(JSON.stringify(value))}\n`

/** Quotes a word so that a POSIX shell reads it back as it is. */
export function shellQuote(word: string): string {
  if (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(word)) return word
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}
