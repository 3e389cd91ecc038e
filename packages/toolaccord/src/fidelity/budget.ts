import type { Problem } from '../outcome/outcome.ts'
import { grouped } from './fit/grouped.ts'

/** Tokens for an answer where nobody says otherwise: less than the first limit of common clients. */
export const defaultBudget = 20_000

/** The least that an envelope with its notes can be told in. */
export const minBudget = 512

/** What a problem says beside its code. */
export type BudgetProblem = Pick<Problem, 'message' | 'hint' | 'details'>

/** What is wrong with a budget that a caller asks for; undefined when nothing is. */
export function findBudgetProblem(budget: unknown): BudgetProblem | undefined {
  if (Number.isSafeInteger(budget) && Number(budget) >= minBudget) return undefined
  return {
    message: `The budget must be a whole number of tokens, at least ${minBudget}.`,
    hint: `Ask for ${minBudget} tokens or more, or leave the budget out.`,
    details: { min_budget: minBudget },
  }
}

/**
 * Why an answer cannot be sent that is over its budget even when everything is taken out that its
 * schema allows.
 */
export function toOverBudgetProblem(
  { tokens }: { readonly tokens: number },
  budget: number,
  hash?: string,
  retrieveTool?: string,
): BudgetProblem {
  const isKept = hash !== undefined && retrieveTool !== undefined
  return {
    message: `The call was made, but its answer has ${grouped(tokens)} tokens at least, and the budget is ${grouped(budget)}.`,
    hint: isKept
      ? `Do not repeat the call: ${retrieveTool} with hash ${hash} gets its answer.`
      : `Ask for less data at a time, or allow a budget of ${grouped(tokens)} tokens.`,
    details: { budget, least_tokens: tokens, ...(isKept && { archive_hash: hash }) },
  }
}
