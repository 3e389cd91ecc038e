import type { Terms } from '../terms/count-terms.ts'

/** How soon more of the same term stops to count, and how much length does. */
const saturation = 1.2
const lengthWeight = 0.75

/**
 * The relevance of each passage to the query by BM25, from 0 for none of its terms to 1 for all of
 * them.
 */
export function scoreRelevance({ starts, ids, hits }: Terms, queryTerms: number): Float64Array {
  const passages = starts.length - 1
  const scores = new Float64Array(passages)
  if (hits.length === 0) return scores
  const meanLength = ids.length / passages || 1
  const weights = toWeights(hits, queryTerms, passages)
  for (const { passage, term, count } of hits) {
    const length = (starts[passage + 1] ?? 0) - (starts[passage] ?? 0)
    const penalty = 1 - lengthWeight + lengthWeight * toSpread(length / meanLength)
    scores[passage] =
      (scores[passage] ?? 0) +
      ((weights[term] ?? 0) * count * (saturation + 1)) / (count + saturation * penalty)
  }
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  return scores.map((score) => Math.min(1, score / whole))
}

/** The weight of each term of the query: the fewer passages have it, the more it tells. */
function toWeights(hits: Terms['hits'], queryTerms: number, passages: number): Float64Array {
  const spread = new Uint32Array(queryTerms)
  for (const { term } of hits) spread[term] = (spread[term] ?? 0) + 1
  return Float64Array.from(spread, (count) =>
    Math.log(1 + (passages - count + 0.5) / (count + 0.5)),
  )
}

/**
 * Long passages are less about each of their words; very short ones, such as headings, say little
 * about them.
 */
const toSpread = (length: number): number => (length >= 1 ? length : Math.max(1, 0.5 / length))
