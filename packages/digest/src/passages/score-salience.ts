import type { Terms } from '../terms/terms.ts'

/** How much relevance, common words and an early place count; together 1. */
const shares = { relevance: 0.55, centrality: 0.35, lead: 0.1 }

/** Scores from 0 to 1 how much each passage says about the whole text and about the query. */
export function scoreSalience(terms: Terms, relevance: Float64Array): Float64Array {
  const centrality = scoreCentrality(terms)
  return centrality.map((central, passage) => {
    const lead = 1 - passage / centrality.length
    return (
      shares.relevance * (relevance[passage] ?? 0) +
      shares.centrality * central +
      shares.lead * lead
    )
  })
}

/**
 * Scores how many of the words that run through the text a passage has, for its length. The highest
 * score is 1.
 */
function scoreCentrality({ starts, ids, spread }: Terms): Float64Array {
  const passages = starts.length - 1
  const all = Math.log(passages)
  // Highest in the middle: a word in one passage binds nothing, a word in all says nothing.
  const weights = Float64Array.from(spread, (count) => Math.log(count) * (all - Math.log(count)))
  const meanLength = ids.length / passages || 1
  const scores = new Float64Array(passages)
  let highest = 0
  for (let passage = 0; passage < passages; passage++) {
    const start = starts[passage] ?? 0
    const end = starts[passage + 1] ?? 0
    let sum = 0
    for (let at = start; at < end; at++) sum += weights[ids[at] ?? 0] ?? 0
    const score = sum / (meanLength + end - start)
    scores[passage] = score
    highest = Math.max(highest, score)
  }
  return highest > 0 ? scores.map((score) => score / highest) : scores
}
