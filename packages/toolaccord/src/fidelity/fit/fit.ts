import type { FidelityPlan } from '../../define/fidelity-plan.ts'
import type { Fidelity } from '../../outcome/outcome.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { type Draft, Drafter } from './drafter.ts'
import { measureParts } from './measure-parts.ts'
import { findPlanned } from './planned-items.ts'
import { roomOf } from './room.ts'

/** An answer that fits into its budget, unless the schema leaves nothing more to take away. */
export interface Fitted extends Draft {
  readonly fits: boolean
  /** As measured. */
  readonly tokens: number
}

export interface FitOptions {
  /** What the data holds to, before and after. */
  readonly schema: JsonSchema
  /** What may give way; without it, the longest texts and lists. */
  readonly plan?: FidelityPlan | undefined
  /** In tokens. */
  readonly budget: number
  /**
   * Whether the answer is known to be over its budget, so that the whole of it need not be
   * measured.
   */
  readonly isOver?: boolean | undefined
  /**
   * The tokens of the whole answer as the model will see it, envelope and notes included. Counting
   * may stop at four times the budget.
   */
  readonly measure: (draft: Draft) => number
}

/** A draft this close to the budget is not made larger. */
const goodShare = 0.95
const maxRounds = 6

/** Fits an answer into a budget. One that fits comes back as the very same value. */
export function fit(
  data: unknown,
  { schema, plan, budget, isOver = false, measure }: FitOptions,
): Fitted {
  const whole: Draft = {
    data,
    level: 'full',
    droppedIds: [],
    counts: { total: 0, dropped: 0, condensed: 0, cutTexts: 0 },
    omitted: [],
  }
  const tokens = isOver ? Infinity : measure(whole)
  if (tokens <= budget) return { ...whole, fits: true, tokens }
  const drafter = new Drafter(measureParts(data, roomOf(schema), findPlanned(data, plan)))
  for (const level of drafter.levels) {
    const found = search(drafter, level, budget, measure)
    if (found !== undefined) return found
  }
  const { draft } = drafter.draft(drafter.levels.at(-1) ?? 'partial', 0)
  const least = measure(draft)
  return { ...draft, fits: least <= budget, tokens: least }
}

/** The largest draft of a level that is found in a few rounds; undefined when none fits. */
function search(
  drafter: Drafter,
  level: Fidelity['level'],
  budget: number,
  measure: FitOptions['measure'],
): Fitted | undefined {
  let best: Fitted | undefined
  let [allowance, tooMuch, size] = [budget, Infinity, -1] as [number, number, number]
  let enough = 0
  for (let round = 0; round < maxRounds; round++) {
    const sized = drafter.draft(level, allowance)
    if (sized.tokens === size) break
    size = sized.tokens
    const tokens = measure(sized.draft)
    if (tokens > budget) tooMuch = Math.min(tooMuch, allowance)
    else {
      enough = Math.max(enough, allowance)
      if (sized.isEnough && tokens > (best?.tokens ?? 0))
        best = { ...sized.draft, fits: true, tokens }
      if (tokens >= budget * goodShare) break
    }
    // As if everything in the answer grew with the data; where that is wrong, the middle is tried. What is too much is left from what it took, which is less than it was allowed, so that something goes.
    const next =
      (tokens > budget ? Math.min(allowance, size) : allowance) +
      (budget * 0.98 - tokens) * (size / tokens)
    allowance =
      next > enough && next < tooMuch ? next : (enough + Math.min(tooMuch, budget * 4)) / 2
  }
  return best
}
