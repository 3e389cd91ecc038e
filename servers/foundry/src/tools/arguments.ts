import * as z from 'zod'

/** The spec of a call; a task often says which one it is. */
export const specArgument = z
  .string()
  .min(1)
  .max(128)
  .optional()
  .describe('Default: the active spec, or the one that has the task')

/** The task of a call. */
export const taskArgument = z.string().min(1).max(128).describe('As next and list give it')

/** The number of a lease. */
export const leaseArgument = z
  .int()
  .min(1)
  .optional()
  .describe('The number that claim or next gave; without it your name counts')

/** A text that a person reads. */
export const proseArgument = z.string().trim().min(1).max(4000)

/** The version that a change is made for. */
export const versionArgument = z
  .string()
  .regex(/^[0-9a-f]{12}$/)
  .optional()
  .describe('The version that you read; if it changed since, nothing is done')

/** The place among the children of a node. */
export const positionArgument = z
  .int()
  .min(1)
  .optional()
  .describe('Counts from 1; default: the end')
