import type { FidelityPlan } from '../../define/fidelity-plan.ts'
import type { Fidelity } from '../../outcome/outcome.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { allowedBy } from './allowed-changes.ts'
import { type Draft, Drafter, toDraft } from './drafter.ts'
import { measureParts } from './measure-parts.ts'
import { findPlannedArrays } from './planned-items.ts'

/*
 * An answer is measured once, from its leaves up (measure-parts.ts): each value gets its tokens as
 * it is, and the fewest tokens that it can have and still match the schema (allowed-changes.ts).
 * From these numbers a drafter makes drafts: smaller versions of the answer for an allowance, which
 * is a target for the tokens of its data. Arrays that the tool's plan names keep their most
 * important items (planned-items.ts), whole or condensed (condense.ts). The shrinker shares the
 * rest of the allowance among everything else: long strings are cut, arrays lose their end.
 *
 * What must fit is not the data but the whole answer as the model sees it, with its envelope and
 * the notes about what is gone. Its size is known only after a draft is written, so the allowance
 * is searched for: it starts at the budget, and each round corrects it by how far the written draft
 * was off. The levels are tried in the order `partial` (items are whole or gone), `summary` (items
 * are condensed) and `reference_only` (items are reduced to what the schema requires). The first
 * level with a draft that fits wins. If none has one, the result is the smallest draft there is.
 */

/** The answer within its budget, or the smallest one that its schema allows. */
export interface Fitted extends Draft {
  /** True if the answer is within its budget. */
  readonly fits: boolean
  /** The tokens of the whole answer, as measured. */
  readonly tokens: number
}

/** How an answer is to be made smaller, and how its size is measured. */
export interface FitOptions {
  /** The schema of the data, before and after. */
  readonly schema: JsonSchema
  /** The arrays whose items give way first; without it, the longest strings and arrays do. */
  readonly plan?: FidelityPlan | undefined
  /** In tokens. */
  readonly budget: number
  /** True if the answer is known to be over its budget, so that it need not be measured whole. */
  readonly isOver?: boolean | undefined
  /**
   * Returns the tokens of the whole answer as the model will see it, envelope and notes included.
   * Counting may stop at four times the budget.
   */
  readonly measure: (draft: Draft) => number
}

/** A draft that uses this share of the budget is good enough. */
const goodShare = 0.95
/** The share of the budget that the search aims at. */
const targetShare = 0.98
const maxRounds = 6

/** Fits an answer into a budget. An answer that fits comes back as the very same value. */
export function fit(data: unknown, options: FitOptions): Fitted {
  const { schema, plan, budget, isOver = false, measure } = options
  if (!isOver) {
    const whole = toDraft(data, 'full', [], 0)
    const tokens = measure(whole)
    if (tokens <= budget) return { ...whole, fits: true, tokens }
  }
  const part = measureParts(data, allowedBy(schema), findPlannedArrays(data, plan))
  const drafter = new Drafter(part)
  for (const level of drafter.levels) {
    const found = search(drafter, level, options)
    if (found !== undefined) return found
  }
  const { draft } = drafter.draft(drafter.levels.at(-1) ?? 'partial', 0)
  const tokens = measure(draft)
  return { ...draft, fits: tokens <= budget, tokens }
}

/** Returns the largest draft of a level that is found in a few rounds; undefined if none fits. */
function search(
  drafter: Drafter,
  level: Fidelity['level'],
  { budget, measure }: FitOptions,
): Fitted | undefined {
  let best: Fitted | undefined
  let allowance = budget
  let largestThatFits = 0
  let smallestThatDoesNot = Infinity
  let size = -1
  for (let round = 0; round < maxRounds; round++) {
    const sized = drafter.draft(level, allowance)
    const isSameDraft = sized.tokens === size
    if (isSameDraft) break
    size = sized.tokens
    const tokens = measure(sized.draft)
    const isOver = tokens > budget
    if (isOver) {
      smallestThatDoesNot = Math.min(smallestThatDoesNot, allowance)
    } else {
      largestThatFits = Math.max(largestThatFits, allowance)
      const isBetter = tokens > (best?.tokens ?? 0)
      if (sized.isEnough && isBetter) best = { ...sized.draft, fits: true, tokens }
      if (tokens >= budget * goodShare) break
    }
    // When over budget, start from the size actually used, so that each round shrinks the answer.
    const start = isOver ? Math.min(allowance, size) : allowance
    // Interpolate linearly, as if the whole answer grew with its data.
    const guess = start + (budget * targetShare - tokens) * (size / tokens)
    const isInside = guess > largestThatFits && guess < smallestThatDoesNot
    const middle = (largestThatFits + Math.min(smallestThatDoesNot, budget * 4)) / 2
    allowance = isInside ? guess : middle
  }
  return best
}
