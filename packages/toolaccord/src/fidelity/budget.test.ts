import { describe, expect, it } from 'vitest'
import { findBudgetProblem, minBudget, toOverBudgetProblem } from './budget.ts'

describe('a budget that a caller asks for', () => {
  it.each([minBudget, 20_000, 1_000_000])('may be %d', (budget) => {
    expect(findBudgetProblem(budget)).toBeUndefined()
  })

  it.each([minBudget - 1, 0, -1, 1_000.5, Number.NaN, Infinity, '20000', null, undefined])(
    'may not be %s',
    (budget) => {
      expect(findBudgetProblem(budget)).toEqual({
        message: 'The budget must be a whole number of tokens, at least 512.',
        hint: 'Ask for 512 tokens or more, or leave the budget out.',
        details: { min_budget: 512 },
      })
    },
  )
})

describe('an answer that cannot be made small enough', () => {
  const over = { tokens: 31_000, budget: 20_000, retrieveTool: 'retrieve_content' }

  it('says what would be enough', () => {
    expect(toOverBudgetProblem({ ...over, hash: undefined })).toEqual({
      message:
        'The call was made, but its answer has 31,000 tokens at least, and the budget is 20,000.',
      hint: 'Ask for less data at a time, or allow a budget of 31,000 tokens.',
      details: { budget: 20_000, least_tokens: 31_000 },
    })
  })

  it('says how to get it if it is kept', () => {
    expect(toOverBudgetProblem({ ...over, hash: 'sha256:00' })).toMatchObject({
      hint: 'Do not repeat the call.',
      next: [{ tool: 'retrieve_content', args: { hash: 'sha256:00' }, why: 'to get its answer' }],
      details: { archive_hash: 'sha256:00' },
    })
  })
})
