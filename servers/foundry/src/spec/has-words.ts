/** A text in which words are looked for: without accents, in lower case. */
export const foldText = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Returns the words of a query, folded. */
export const wordsOf = (query: string): readonly string[] =>
  foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '')

/** True if a text has all of these words, which are folded. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const folded = foldText(text)
  return words.every((word) => folded.includes(word))
}

/** How many characters are shown before and after a word. */
const before = 40
const after = 100

/** Returns the piece of a text around the first of these words that it has. */
export function snippetOf(text: string, words: readonly string[]): string {
  const characters = [...text]
  const place = placeOf(characters, words)
  const start = Math.max(0, place - before)
  const end = Math.min(characters.length, place + after)
  const piece = characters.slice(start, end).join('').replaceAll(/\s+/g, ' ').trim()
  return `${start > 0 ? '…' : ''}${piece}${end < characters.length ? '…' : ''}`
}

/** The character at which a word begins; a character may be several when it is folded. */
function placeOf(characters: readonly string[], words: readonly string[]): number {
  const folded = characters.map(foldText)
  const whole = folded.join('')
  const found = words.map((word) => whole.indexOf(word)).filter((at) => at >= 0)
  const wanted = found.length === 0 ? 0 : Math.min(...found)
  let length = 0
  for (const [at, one] of folded.entries()) {
    length += one.length
    if (length > wanted) return at
  }
  return 0
}
