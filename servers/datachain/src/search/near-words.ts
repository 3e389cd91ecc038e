/** A word of the vocabulary by its index, and the number of letters in which it differs. */
export interface NearWord {
  readonly place: number
  readonly distance: number
}

/** The words of a sorted vocabulary that begin with a word. */
export function wordsWithPrefix(
  vocabulary: readonly string[],
  prefix: string,
): readonly NearWord[] {
  const found: NearWord[] = []
  for (let place = firstFrom(vocabulary, prefix, 0); place < vocabulary.length; place++) {
    const word = vocabulary[place] ?? ''
    if (!word.startsWith(prefix)) break
    found.push({ place, distance: word.length - prefix.length })
  }
  return found
}

/**
 * The words of a sorted vocabulary that differ from a word in at most some letters. Neighbours
 * share their beginnings, so each beginning is compared once.
 */
export function nearWords(
  vocabulary: readonly string[],
  word: string,
  most: number,
): readonly NearWord[] {
  const found: NearWord[] = []
  const longest = word.length + most
  const table = createTable(word, longest)
  let previous = ''
  let known = 0
  let place = 0
  while (place < vocabulary.length) {
    const entry = vocabulary[place] ?? ''
    let depth = sharedLength(previous, entry, known)
    let best = 0
    while (depth < entry.length && depth < longest && best <= most)
      best = table.fill(depth, entry.charCodeAt(depth++))
    previous = entry
    known = depth
    if (best > most) {
      // No word with this beginning is near, so all of them are skipped.
      place = firstFrom(vocabulary, `${entry.slice(0, depth)}\uffff`, place + 1)
      continue
    }
    const distance = entry.length > longest ? Infinity : table.distance(entry.length)
    if (distance <= most) found.push({ place, distance })
    place++
  }
  return found
}

/**
 * A table of Levenshtein distances. Row n has those of the first n letters of an entry to each
 * beginning of the word.
 */
function createTable(word: string, rows: number) {
  const width = word.length + 1
  const cells = new Uint16Array(width * (rows + 1))
  for (let column = 0; column < width; column++) cells[column] = column
  const at = (index: number): number => cells[index] ?? 0
  return {
    distance: (row: number): number => at(row * width + word.length),
    /**
     * Fills the row after `row` for one more letter and returns its least distance. No longer entry
     * can have a smaller one.
     */
    fill(row: number, letter: number): number {
      const above = row * width
      const here = above + width
      cells[here] = row + 1
      let best = row + 1
      for (let column = 1; column < width; column++) {
        const replaced = at(above + column - 1) + (letter === word.charCodeAt(column - 1) ? 0 : 1)
        const value = Math.min(replaced, at(above + column) + 1, at(here + column - 1) + 1)
        cells[here + column] = value
        if (value < best) best = value
      }
      return best
    },
  }
}

function sharedLength(a: string, b: string, most: number): number {
  const limit = Math.min(a.length, b.length, most)
  let length = 0
  while (length < limit && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return length
}

/** The index of the first entry that is not before a string. */
function firstFrom(vocabulary: readonly string[], text: string, from: number): number {
  let low = from
  let high = vocabulary.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((vocabulary[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}
