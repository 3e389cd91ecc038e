/** Two ids that share fewer pairs of letters than this are not alike. */
const nearLikeness = 0.45

/** Lists a few ids for a message, those most like the wanted one first. */
export function nameIds(ids: Iterable<string>, wanted = '', most = 8): string {
  const all = [...ids]
  if (all.length === 0) return 'none'
  const named = nearestIds(wanted, all, most)
  const listed = named.join(', ')
  const left = all.length - named.length
  return left > 0 ? `${listed} and ${left} more` : listed
}

/** Says which ids are like the wanted one, at most three; undefined if none is. */
export function sayNearest(ids: Iterable<string>, wanted: string): string | undefined {
  const pairs = pairsOf(wanted)
  const near = nearestIds(wanted, [...ids], 3).filter(
    (id) => likeness(pairs, pairsOf(id)) >= nearLikeness,
  )
  return near.length > 0 ? `Nearest: ${near.join(', ')}.` : undefined
}

/** The ids most like the wanted one, in that order; the first ids if none is wanted. */
export function nearestIds(
  wanted: string,
  ids: readonly string[],
  most: number,
): readonly string[] {
  if (wanted === '') return ids.slice(0, most)
  const pairs = pairsOf(wanted)
  const candidates = candidatesFor(wanted, ids)
  if (candidates.length === 0) return ids.slice(0, most)
  return candidates
    .map((id) => ({ id, likeness: likeness(pairs, pairsOf(id)) }))
    .sort((a, b) => b.likeness - a.likeness || (a.id < b.id ? -1 : 1))
    .slice(0, most)
    .map(({ id }) => id)
}

/** Comparing is slow and a call may have many wrong ids, so only some of very many are compared. */
function candidatesFor(wanted: string, ids: readonly string[]): readonly string[] {
  if (ids.length <= 1_000) return ids
  return ids.filter((id) => id[0] === wanted[0]).slice(0, 1_000)
}

/**
 * Pairs of neighbouring letters: their overlap finds swapped words, which an edit distance does
 * not.
 */
function pairsOf(id: string): ReadonlySet<string> {
  const text = `^${id.toLowerCase().slice(0, 128)}$`
  return new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)))
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const pair of a) if (b.has(pair)) shared++
  return (2 * shared) / (a.size + b.size)
}

/** Puts a caller's string into quotes, cut to a length that fits into a message. */
export function quote(text: string): string {
  const shown = text.length <= 64 ? text : `${text.slice(0, 63)}…`
  return `'${shown}'`
}
