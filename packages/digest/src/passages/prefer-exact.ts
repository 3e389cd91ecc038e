import type { Span } from '../text/span.ts'

/** How much more a passage counts that has every word of the query as it was written. */
const exactWeight = 0.25

/** Only passages that could be chosen are looked at again. */
const mostPassages = 64

/** What the passages are looked at for. */
export interface ExactOptions {
  readonly text: string
  /** In lower case. */
  readonly words: readonly string[]
}

/**
 * Raises the relevance of the best passages by how many words of the query they have as they were
 * written. Terms are stems, so without this `bleaching` would be as good as `bleach`.
 */
export function preferExact(
  relevance: Float64Array,
  passages: readonly Span[],
  { text, words }: ExactOptions,
): void {
  const asked = new Set(words)
  if (asked.size === 0) return
  for (const passage of bestOf(relevance)) {
    const { start = 0, end = 0 } = passages[passage] ?? {}
    const found = new Set(
      text
        .slice(start, end)
        .toLowerCase()
        .match(/[\p{L}\p{N}\p{M}]+/gu),
    )
    let exact = 0
    for (const word of asked) if (found.has(word)) exact++
    const raised = (relevance[passage] ?? 0) * (1 + (exactWeight * exact) / asked.size)
    relevance[passage] = Math.min(1, raised)
  }
}

function bestOf(relevance: Float64Array): readonly number[] {
  const lowest = relevance.toSorted().at(-mostPassages) ?? 0
  const best: number[] = []
  for (const [passage, score] of relevance.entries()) {
    if (score > 0 && score >= lowest && best.length < mostPassages) best.push(passage)
  }
  return best
}
