import * as z from 'zod'

/** A question that research is about, as its file has it. */
export const Question = z.looseObject({
  id: z.string(),
  question: z.string(),
  spec_id: z.string().optional(),
  task_id: z.string().optional(),
  created_at: z.iso.datetime(),
})

/** A question that research is about. */
export type Question = z.output<typeof Question>

/** What is given to begin with a question. */
export interface QuestionInit {
  readonly question: string
  readonly spec_id?: string | undefined
  readonly task_id?: string | undefined
}
