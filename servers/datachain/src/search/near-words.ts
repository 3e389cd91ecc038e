/** A word of the vocabulary, by its place in it, and by how many letters it differs. */
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
 * The words of a sorted vocabulary that differ from a word by at most so many letters. Neighbours
 * share their beginnings, so each beginning is compared once.
 */
export function wordsWithin(
  vocabulary: readonly string[],
  word: string,
  most: number,
): readonly NearWord[] {
  const found: NearWord[] = []
  const longest = word.length + most
  const table = createTable(word, longest)
  let [previous, known, place] = ['', 0, 0]
  while (place < vocabulary.length) {
    const entry = vocabulary[place] ?? ''
    let depth = sharedLength(previous, entry, known)
    let best = 0
    while (depth < entry.length && depth < longest && best <= most)
      best = table.fill(depth, entry.charCodeAt(depth++))
    ;[previous, known] = [entry, depth]
    if (best > most) {
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
 * Row n holds the distances of the first n letters of an entry to each beginning of the word
 * (Levenshtein).
 */
function createTable(word: string, rows: number) {
  const width = word.length + 1
  const cells = new Uint16Array(width * (rows + 1))
  for (let column = 0; column < width; column++) cells[column] = column
  const at = (index: number): number => cells[index] ?? 0
  return {
    distance: (row: number): number => at(row * width + word.length),
    /**
     * Fills the row after `row` for one more letter and gives its least distance: no longer entry
     * can have a smaller one.
     */
    fill(row: number, letter: number): number {
      const [above, here] = [row * width, (row + 1) * width]
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

/** The place of the first entry that is not before a text. */
function firstFrom(vocabulary: readonly string[], text: string, from: number): number {
  let [low, high] = [from, vocabulary.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((vocabulary[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}
