const maxLength = 64

/**
 * Returns the known name most like the given one, or undefined if none is close enough to be meant.
 *
 * @example
 *   nearest('tga', ['tag', 'limit']) // → 'tag'
 *   nearest('colour', ['tag', 'limit']) // → undefined
 */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const wanted = normalise(name)
  if (wanted.length > maxLength) return undefined
  let best: string | undefined
  let bestDistance = Math.max(2, Math.floor(wanted.length / 3)) + 1
  for (const candidate of known) {
    // Two names differ by as many characters as one is longer, at least.
    if (Math.abs(candidate.length - wanted.length) >= bestDistance) continue
    const distance = editDistance(wanted, normalise(candidate))
    const isRelated = distance < Math.max(wanted.length, candidate.length)
    if (!isRelated || distance >= bestDistance) continue
    best = candidate
    bestDistance = distance
  }
  return best
}

const normalise = (name: string) => name.toLowerCase().replaceAll('-', '_')

/** Damerau-Levenshtein with adjacent swaps, the typing mistakes people make. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const removed = cell(rows, i - 1, j) + 1
      const added = (row[j - 1] ?? 0) + 1
      const substituted = cell(rows, i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let least = Math.min(removed, added, substituted)
      // Without the first two conditions, a character before the start would be read, slowly.
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) least = Math.min(least, cell(rows, i - 2, j - 2) + 1)
      row.push(least)
    }
    rows.push(row)
  }
  return cell(rows, a.length, b.length)
}

const cell = (rows: number[][], row: number, column: number) => rows[row]?.[column] ?? Infinity
