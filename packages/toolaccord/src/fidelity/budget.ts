import type { Problem } from '../outcome/outcome.ts'
import { grouped } from './fit/grouped.ts'

/** The default budget of an answer in tokens: less than the first limit of common clients. */
export const defaultBudget = 20_000

/** The smallest budget: an envelope with its notes must fit. */
export const minBudget = 512

/** A problem with a budget, beside its code. */
export type BudgetProblem = Pick<Problem, 'message' | 'hint' | 'details' | 'next'>

/** Finds what is wrong with a budget that a caller asks for; undefined if nothing is. */
export function findBudgetProblem(budget: unknown): BudgetProblem | undefined {
  if (Number.isSafeInteger(budget) && Number(budget) >= minBudget) return undefined
  return {
    message: `The budget must be a whole number of tokens, at least ${minBudget}.`,
    hint: `Ask for ${minBudget} tokens or more, or leave the budget out.`,
    details: { min_budget: minBudget },
  }
}

/** An answer that is over its budget although everything is gone that its schema lets go. */
export interface OverBudget {
  /** The tokens of the smallest answer. */
  readonly tokens: number
  readonly budget: number
  /** The hash of the whole answer; undefined if it could not be archived. */
  readonly hash: string | undefined
  readonly retrieveTool: string
}

/** Describes why such an answer cannot be sent, and how to get it. */
export function toOverBudgetProblem(over: OverBudget): BudgetProblem {
  const { tokens, budget, hash, retrieveTool } = over
  const message =
    `The call was made, but its answer has ${grouped(tokens)} tokens at least, ` +
    `and the budget is ${grouped(budget)}.`
  const details = { budget, least_tokens: tokens }
  if (hash === undefined) {
    const hint = `Ask for less data at a time, or allow a budget of ${grouped(tokens)} tokens.`
    return { message, hint, details }
  }
  return {
    message,
    hint: 'Do not repeat the call.',
    details: { ...details, archive_hash: hash },
    next: [{ tool: retrieveTool, args: { hash }, why: 'to get its answer' }],
  }
}
