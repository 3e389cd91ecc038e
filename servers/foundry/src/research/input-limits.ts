import { FoundryError } from '../errors/foundry-error.ts'
import type { QuestionInit } from './records/question.ts'
import { type FindingInit, rankOf } from './records/research-finding.ts'

/** The most characters and items that a caller may give. */
export const inputLimits = {
  question: 2_000,
  name: 200,
  statement: 2_000,
  quote: 2_000,
  citations: 20,
} as const

/** Throws VALIDATION_ERROR if a question cannot be kept. */
export function checkQuestion({ question, spec_id = 'x', task_id = 'x' }: QuestionInit): void {
  checkLength('question', question, inputLimits.question)
  checkLength('spec_id', spec_id, inputLimits.name)
  checkLength('task_id', task_id, inputLimits.name)
}

/** Throws VALIDATION_ERROR if a finding cannot be kept, whatever its citations say. */
export function checkFinding({ statement, confidence, citations }: FindingInit): void {
  checkLength('statement', statement, inputLimits.statement)
  if (citations.length > inputLimits.citations)
    throw new FoundryError('VALIDATION_ERROR', `There are ${citations.length} citations.`, {
      path: 'citations',
      hint: `At most ${inputLimits.citations} are kept with a finding.`,
    })
  for (const [index, { quote }] of citations.entries())
    checkLength(`citations[${index}].quote`, quote, inputLimits.quote)
  if (citations.length === 0 && rankOf(confidence) > rankOf('low'))
    throw new FoundryError(
      'VALIDATION_ERROR',
      `A finding of ${confidence} confidence cites nothing.`,
      {
        path: 'citations',
        hint: 'Cite a source, or give the confidence as low or speculation.',
      },
    )
}

function checkLength(path: string, text: string, most: number): void {
  if (text.trim() !== '' && text.length <= most) return
  throw new FoundryError('VALIDATION_ERROR', `The ${path} has ${text.length} characters.`, {
    path,
    hint: `It has 1 to ${most} characters, not only blanks.`,
  })
}
