/** A few ids for a message, those most like the wanted one first. */
export function nameIds(ids: Iterable<string>, wanted = '', most = 8): string {
  const all = [...ids]
  if (all.length === 0) return 'none'
  const named = nearestIds(wanted, all, most)
  return (
    named.join(', ') + (all.length > named.length ? ` and ${all.length - named.length} more` : '')
  )
}

/** The ids most like the wanted one, in that order; as they stand where none is wanted. */
export function nearestIds(
  wanted: string,
  ids: readonly string[],
  most: number,
): readonly string[] {
  if (wanted === '') return ids.slice(0, most)
  const pairs = pairsOf(wanted)
  // Comparing takes its time, and a caller may have many wrong ids.
  const candidates =
    ids.length > 1_000 ? ids.filter((id) => id[0] === wanted[0]).slice(0, 1_000) : ids
  if (candidates.length === 0) return ids.slice(0, most)
  return candidates
    .map((id) => ({ id, likeness: likeness(pairs, pairsOf(id)) }))
    .sort((a, b) => b.likeness - a.likeness || (a.id < b.id ? -1 : 1))
    .slice(0, most)
    .map(({ id }) => id)
}

/**
 * Pairs of neighbouring letters: their overlap finds swapped words, which an edit distance does
 * not.
 */
const pairsOf = (id: string): ReadonlySet<string> => {
  const text = `^${id.toLowerCase().slice(0, 128)}$`
  return new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)))
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const pair of a) if (b.has(pair)) shared++
  return (2 * shared) / (a.size + b.size)
}

/** A caller's text in quotes, cut to what fits into a message. */
export const quote = (text: string): string =>
  `'${text.length <= 64 ? text : `${text.slice(0, 63)}…`}'`
