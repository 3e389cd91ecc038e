import type { FidelityPlan } from '../../define/fidelity-plan.ts'
import type { Fidelity } from '../../outcome/outcome.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { allowedBy } from './allowed-changes.ts'
import { type Draft, Drafter, toDraft } from './drafter.ts'
import { measureInSteps } from './measure-parts.ts'
import { findPlannedArrays } from './planned-items.ts'
import { toWholePaths } from './whole-paths.ts'

/*
 * An answer is measured once, from its leaves up (measure-parts.ts): each value gets its tokens as
 * it is, and the fewest tokens that it can have and still match the schema (allowed-changes.ts).
 * From these numbers a drafter makes drafts: smaller versions of the answer for an allowance, which
 * is a target for the tokens of its data. Arrays that the tool's plan names keep their most
 * important items (planned-items.ts), whole or condensed (condense.ts). What the plan calls whole
 * (whole-paths.ts) stays as it is if it fits, or is left out. The shrinker shares the rest of the
 * allowance among everything else: long strings are cut, arrays lose their end.
 *
 * What must fit is not the data but the whole answer as the model sees it, with its envelope and
 * the notes about what is gone. Its size is known only after a draft is written, so the allowance
 * is searched for, between the least draft of a level, which is taken if nothing more fits, and the
 * budget: each round corrects it by how far the written drafts were off. The levels are tried in
 * the order `partial` (items are whole or gone), `summary` (items are condensed) and
 * `reference_only` (items are reduced to what the schema requires). The first level with a draft
 * that fits wins. If none has one, the result is the smallest draft there is.
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
  const steps = fitInSteps(data, options)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** Does the same, and stops after each step that takes a while, so that others get their turn. */
export function* fitInSteps(data: unknown, options: FitOptions): Generator<void, Fitted> {
  const { schema, plan, budget, isOver = false, measure } = options
  if (!isOver) {
    const whole = toDraft(data, 'full', [], 0)
    const tokens = measure(whole)
    if (tokens <= budget) return { ...whole, fits: true, tokens }
  }
  const planned = { arrays: findPlannedArrays(data, plan), whole: toWholePaths(plan?.whole) }
  yield
  const part = yield* measureInSteps(data, allowedBy(schema), planned)
  yield
  const drafter = new Drafter(part)
  for (const level of drafter.levels) {
    const found = yield* search(drafter, level, options)
    if (found !== undefined) return found
  }
  const { draft } = drafter.draft(drafter.levels.at(-1) ?? 'partial', 0)
  const tokens = measure(draft)
  return { ...draft, fits: tokens <= budget, tokens }
}

/** A draft that was tried. */
interface Tried {
  readonly allowance: number
  /** The estimated tokens of its data. */
  readonly size: number
  /** The tokens of the whole answer, as measured. */
  readonly tokens: number
}

/** Returns the largest draft of a level that is found in a few rounds; undefined if none fits. */
function* search(
  drafter: Drafter,
  level: Fidelity['level'],
  { budget, measure }: FitOptions,
): Generator<void, Fitted | undefined> {
  const least = drafter.least(level)
  const leastTokens = measure(least.draft)
  if (leastTokens > budget) return undefined
  let best: Fitted = { ...least.draft, fits: true, tokens: leastTokens }
  let fits: Tried = { size: least.tokens, allowance: least.tokens, tokens: leastTokens }
  let over: Tried | undefined
  let allowance = budget
  for (let round = 0; round < maxRounds; round++) {
    yield
    const sized = drafter.draft(level, allowance)
    const { tokens: size } = sized
    const isSameDraft = size === fits.size
    if (isSameDraft && over === undefined) break
    const tokens = isSameDraft ? fits.tokens : measure(sized.draft)
    let isStuck = false
    if (tokens > budget) {
      // Drafts grow in steps: as long as the same one comes back, guessing leads nowhere.
      isStuck = tokens === over?.tokens
      // A draft may use less than it is allowed, and then even that is too much.
      over = { size, allowance: Math.min(allowance, size), tokens }
    } else {
      fits = { size, allowance, tokens }
      const isBetter = tokens > best.tokens
      if (sized.isEnough && isBetter) best = { ...sized.draft, fits: true, tokens }
      if (tokens >= budget * goodShare) break
    }
    allowance = isStuck && over ? halfway(fits, over) : nextAllowance(fits, over, budget)
  }
  return best
}

/** Interpolates between an allowance that fits and one that does not. */
function nextAllowance(fits: Tried, over: Tried | undefined, budget: number): number {
  const target = budget * targetShare
  // As long as all fits, the whole answer is taken to grow with its data.
  if (over === undefined) return Math.min(fits.allowance * (target / fits.tokens), budget * 4)
  const slope = (over.allowance - fits.allowance) / (over.tokens - fits.tokens)
  const guess = fits.allowance + (target - fits.tokens) * slope
  if (guess > fits.allowance && guess < over.allowance) return guess
  return halfway(fits, over)
}

const halfway = (fits: Tried, over: Tried): number => (fits.allowance + over.allowance) / 2
