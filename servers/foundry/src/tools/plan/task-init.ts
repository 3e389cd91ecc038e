import * as z from 'zod'
import { proseArgument } from '../arguments.ts'

/** The title of a node. */
export const titleArgument = z.string().trim().min(1).max(200)

/** Files that a task will touch; none is outside the repository. */
export const filesArgument = z
  .array(
    z
      .string()
      .min(1)
      .max(500)
      .refine(isInside, 'Give a path from the root of the repository, without "..".'),
  )
  .max(50)

/** The criteria of a task. */
export const criteriaArgument = z.array(proseArgument).max(30)

/** What kind of work a task is. */
export const categoryArgument = z.enum([
  'investigation',
  'implementation',
  'refactoring',
  'decision',
  'research',
])

/** How hard a task is. */
export const complexityArgument = z.enum(['low', 'medium', 'high'])

/** Hours of work. */
export const hoursArgument = z.number().min(0).max(1000)

/** The command of a check. */
export const commandArgument = z.string().min(1).max(2000).describe('Passes if it exits with 0')

/** What the output of a check must have. */
export const expectedArgument = z.string().max(1000).describe('Text that its output must have')

function isInside(path: string): boolean {
  const plain = path.replaceAll('\\', '/')
  return !/^(\/|[A-Za-z]:)/.test(plain) && !plain.split('/').includes('..')
}

const idArgument = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,127}$/)
  .optional()
  .describe('Default: made for you')

/** A check of a task. */
export const CheckInit = z.object({
  id: idArgument,
  title: titleArgument,
  type: z.enum(['run-tests', 'fidelity', 'manual']).default('run-tests'),
  command: commandArgument.optional(),
  expected: expectedArgument.optional(),
})

/** A task that is added. */
export const TaskInit = z.object({
  id: idArgument,
  title: titleArgument,
  description: proseArgument.optional(),
  category: categoryArgument.default('implementation'),
  criteria: criteriaArgument.default([]).describe('When it is done, in sentences'),
  files: filesArgument.default([]).describe('What it will touch'),
  complexity: complexityArgument.default('medium'),
  estimated_hours: hoursArgument.optional(),
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
  title: titleArgument,
  description: proseArgument.optional(),
  tasks: z.array(TaskInit).max(200).default([]),
})

/** A task as a caller gives it. */
export type TaskInit = z.infer<typeof TaskInit>

/** A phase as a caller gives it. */
export type PhaseInit = z.infer<typeof PhaseInit>
