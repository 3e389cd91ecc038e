import type { Terms } from '../terms/count-terms.ts'

/** How much relevance, common words and an early place count; together 1. */
const shares = { relevance: 0.55, centrality: 0.35, lead: 0.1 }

/** How much each passage says about the text as a whole and about the query, from 0 to 1. */
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

/** How many of the words that run through the text a passage has, by its length; the highest is 1. */
function scoreCentrality({ starts, ids, spread }: Terms): Float64Array {
  const passages = starts.length - 1
  const all = Math.log(passages)
  // Highest in the middle: a word in one passage binds nothing, one in all of them tells nothing.
  const weights = Float64Array.from(spread, (count) => Math.log(count) * (all - Math.log(count)))
  const meanLength = ids.length / passages || 1
  const scores = new Float64Array(passages)
  let highest = 0
  for (let passage = 0; passage < passages; passage++) {
    const [start, end] = [starts[passage] ?? 0, starts[passage + 1] ?? 0]
    let sum = 0
    for (let at = start; at < end; at++) sum += weights[ids[at] ?? 0] ?? 0
    const score = sum / (meanLength + end - start)
    scores[passage] = score
    highest = Math.max(highest, score)
  }
  return highest > 0 ? scores.map((score) => score / highest) : scores
}
