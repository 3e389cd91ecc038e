import * as z from 'zod'
import { proseArgument } from '../arguments.ts'

const title = z.string().trim().min(1).max(200)
const idArgument = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,127}$/)
  .optional()
  .describe('Default: made for you')

/** A check of a task. */
export const CheckInit = z.object({
  id: idArgument,
  title,
  type: z.enum(['run-tests', 'fidelity', 'manual']).default('run-tests'),
  command: z.string().min(1).max(2000).optional().describe('Passes if it exits with 0'),
  expected: z.string().max(1000).optional().describe('Text that its output must have'),
})

/** A task that is added. */
export const TaskInit = z.object({
  id: idArgument,
  title,
  description: proseArgument.optional(),
  category: z
    .enum(['investigation', 'implementation', 'refactoring', 'decision', 'research'])
    .default('implementation'),
  criteria: z.array(proseArgument).max(30).default([]).describe('When it is done, in sentences'),
  files: z.array(z.string().min(1).max(500)).max(50).default([]).describe('What it will touch'),
  complexity: z.enum(['low', 'medium', 'high']).default('medium'),
  estimated_hours: z.number().min(0).max(1000).optional(),
  needs_review: z.boolean().optional().describe('True if another must approve it'),
  blocked_by: z
    .array(z.string().min(1).max(128))
    .max(50)
    .default([])
    .describe('Ids, or titles of this call, that come first'),
  checks: z.array(CheckInit).max(20).default([]),
})

/** A phase that is added, with its tasks. */
export const PhaseInit = z.object({
  id: idArgument,
  title,
  description: proseArgument.optional(),
  tasks: z.array(TaskInit).max(200).default([]),
})

/** A task as a caller gives it. */
export type TaskInit = z.infer<typeof TaskInit>

/** A phase as a caller gives it. */
export type PhaseInit = z.infer<typeof PhaseInit>
