import type { Terms } from '../terms/terms.ts'

/** A passage that may be chosen. */
export interface Candidate {
  readonly passage: number
  readonly score: number
  readonly terms: ReadonlySet<number>
}

/** How much may be chosen. */
export interface SelectOptions {
  /** Returns the length of a passage in code points. */
  readonly charsOf: (passage: number) => number
  readonly maxCount: number
  /** The length of all chosen passages together; the best one is taken in any case. */
  readonly maxChars: number
}

/** A candidate, and its likeness to the chosen passage that is most like it. */
interface Ranked extends Candidate {
  likeness: number
}

const mostCandidates = 64
const mostRanked = 1_000

/** The fewest terms of a passage that says something. */
const tellingTerms = 3

/** The likeness from which on a passage repeats another one. */
const mostLikeness = 0.7

/** Returns the best passages that differ from each other, best first. */
export function selectPassages(
  candidates: readonly Candidate[],
  { charsOf, maxCount, maxChars }: SelectOptions,
): readonly number[] {
  const ranked = candidates.map((one): Ranked => ({ ...one, likeness: 0 }))
  const chosen: number[] = []
  let charsLeft = maxChars
  const mayTake = ({ passage, likeness }: Ranked) =>
    likeness < mostLikeness && (chosen.length === 0 || charsOf(passage) <= charsLeft)
  while (chosen.length < maxCount) {
    const best = findBest(ranked, mayTake)
    if (best === undefined) break
    chosen.push(best.passage)
    charsLeft -= charsOf(best.passage)
    for (const one of ranked) one.likeness = Math.max(one.likeness, toLikeness(one, best))
    // A passage without terms is like nothing else, but must not be chosen again.
    best.likeness = 1
  }
  return chosen
}

/** Returns the first of the best passages; likeness to a chosen one lowers a score. */
function findBest(
  ranked: readonly Ranked[],
  mayTake: (one: Ranked) => boolean,
): Ranked | undefined {
  let best: Ranked | undefined
  let highest = 0
  for (const one of ranked) {
    const score = one.score * (1 - one.likeness)
    const isBetter = best === undefined || score > highest
    if (!isBetter || !mayTake(one)) continue
    best = one
    highest = score
  }
  return best
}

/**
 * Returns the best scored passages, best first, the earlier of two equals first. Passages with a
 * score of 0 are left out, and those with the same terms as a better one. Passages of few terms are
 * left out if there are others.
 */
export function toCandidates(scores: Float64Array, terms: Terms): readonly Candidate[] {
  const telling = topScored(scores, terms, tellingTerms)
  const passages = telling.length > 0 ? telling : topScored(scores, terms, 0)
  const candidates = new Map<string, Candidate>()
  for (const passage of passages) {
    const own = new Set(termsOf(terms, passage))
    const key = [...own].join()
    if (!candidates.has(key))
      candidates.set(key, { passage, score: scores[passage] ?? 0, terms: own })
    if (candidates.size === mostCandidates) break
  }
  return [...candidates.values()]
}

function topScored(scores: Float64Array, { starts }: Terms, minTerms: number): readonly number[] {
  const open: number[] = []
  for (let passage = 0; passage < scores.length; passage++) {
    const length = (starts[passage + 1] ?? 0) - (starts[passage] ?? 0)
    if (length >= minTerms && (scores[passage] ?? 0) > 0) open.push(passage)
  }
  // Numbers alone sort many times faster than passages by their numbers.
  const sorted = Float64Array.from(open, (passage) => scores[passage] ?? 0).sort()
  const lowest = sorted.at(-mostRanked) ?? 0
  return open
    .filter((passage) => (scores[passage] ?? 0) >= lowest)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .slice(0, mostRanked)
}

const termsOf = ({ starts, ids }: Terms, passage: number): Int32Array =>
  ids.subarray(starts[passage], starts[passage + 1])

/** Returns the share of the terms of two passages that both have. */
function toLikeness({ terms: a }: Candidate, { terms: b }: Candidate): number {
  let common = 0
  for (const term of a) if (b.has(term)) common++
  if (common === 0) return 0
  return common / (a.size + b.size - common)
}
