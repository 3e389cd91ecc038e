import type { Terms } from '../terms/count-terms.ts'

/** A passage that may be chosen. */
export interface Candidate {
  readonly passage: number
  readonly score: number
  readonly terms: ReadonlySet<number>
}

export interface SelectOptions {
  /** The length of a passage in code points. */
  readonly charsOf: (passage: number) => number
  readonly maxCount: number
  /** What all of the chosen may have together; the best one is taken in any case. */
  readonly maxChars: number
}

const mostCandidates = 64
const mostRanked = 1_000
/** What a passage needs to say something. */
const tellingTerms = 3
/** How alike two passages may be, as the share of their terms that they have in common. */
const mostAlike = 0.7

/** The best passages that differ from each other, best first. */
export function selectPassages(
  candidates: readonly Candidate[],
  { charsOf, maxCount, maxChars }: SelectOptions,
): readonly number[] {
  const ranked = candidates.map((one) => ({ ...one, alike: 0 }))
  const chosen: number[] = []
  let charsLeft = maxChars
  while (chosen.length < maxCount) {
    let best: (typeof ranked)[number] | undefined
    for (const one of ranked) {
      const isOpen =
        one.alike < mostAlike && (chosen.length === 0 || charsOf(one.passage) <= charsLeft)
      if (
        isOpen &&
        (best === undefined || one.score * (1 - one.alike) > best.score * (1 - best.alike))
      )
        best = one
    }
    if (best === undefined) break
    chosen.push(best.passage)
    charsLeft -= charsOf(best.passage)
    for (const one of ranked)
      one.alike = one === best ? 1 : Math.max(one.alike, toLikeness(one.terms, best.terms))
  }
  return chosen
}

/**
 * The best scored passages, best first, the earlier first among equals; none with a score of 0,
 * none with the same terms as a better one, and none of few terms where there are others.
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
  const lowest =
    Float64Array.from(open, (passage) => scores[passage] ?? 0)
      .sort()
      .at(-mostRanked) ?? 0
  return open
    .filter((passage) => (scores[passage] ?? 0) >= lowest)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .slice(0, mostRanked)
}

const termsOf = ({ starts, ids }: Terms, passage: number): Int32Array =>
  ids.subarray(starts[passage], starts[passage + 1])

/** The share of all terms of both that both have. */
function toLikeness(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  let common = 0
  for (const term of a) if (b.has(term)) common++
  return common === 0 ? 0 : common / (a.size + b.size - common)
}
