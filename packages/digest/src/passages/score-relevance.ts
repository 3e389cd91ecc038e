import type { Terms } from '../terms/terms.ts'

/** How soon more of the same term stops to count. */
const saturation = 1.2

/** How much the length of a passage counts. */
const lengthWeight = 0.75

/**
 * Scores the relevance of each passage to the query by BM25: 0 if it has none of the query's terms,
 * up to 1 if it has all of them.
 */
export function scoreRelevance({ starts, ids, hits }: Terms, queryTerms: number): Float64Array {
  const passages = starts.length - 1
  const scores = new Float64Array(passages)
  if (hits.length === 0) return scores
  const meanLength = ids.length / passages || 1
  const weights = toWeights(hits, queryTerms, passages)
  for (const { passage, term, count } of hits) {
    const length = (starts[passage + 1] ?? 0) - (starts[passage] ?? 0)
    const penalty = 1 - lengthWeight + lengthWeight * toPenalty(length / meanLength)
    const weight = weights[term] ?? 0
    const score = (weight * count * (saturation + 1)) / (count + saturation * penalty)
    scores[passage] = (scores[passage] ?? 0) + score
  }
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  return scores.map((score) => Math.min(1, score / whole))
}

/** Returns the weight of each term of the query; the fewer passages have it, the higher. */
function toWeights(hits: Terms['hits'], queryTerms: number, passages: number): Float64Array {
  const spread = new Uint32Array(queryTerms)
  for (const { term } of hits) spread[term] = (spread[term] ?? 0) + 1
  return Float64Array.from(spread, (count) =>
    Math.log(1 + (passages - count + 0.5) / (count + 0.5)),
  )
}

/**
 * Returns the penalty for a length, as a share of the mean. Long passages are less about each of
 * their words; very short ones, such as headings, say little about them.
 */
function toPenalty(length: number): number {
  if (length >= 1) return length
  return Math.max(1, 0.5 / length)
}
