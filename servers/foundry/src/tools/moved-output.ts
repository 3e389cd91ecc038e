import * as z from 'zod'

/** The answer of tools that move a task to another state. */
export const movedOutput = z.object({
  spec_id: z.string(),
  task_id: z.string(),
  state: z.string(),
  version: z.string(),
})
