import type { ForeignPhase, ForeignTask } from './foreign-plan.ts'

/** Returns a task with nothing in the members that are not given. */
export const toForeignTask = (
  task: Partial<ForeignTask> & Pick<ForeignTask, 'foreignId' | 'title'>,
): ForeignTask => ({
  aliases: [],
  state: 'pending',
  dependencies: [],
  criteria: [],
  files: [],
  labels: [],
  checks: [],
  children: [],
  notes: [],
  requirements: [],
  rest: {},
  ...task,
})

/** Returns a phase with nothing in the members that are not given. */
export const toForeignPhase = (
  phase: Partial<ForeignPhase> & Pick<ForeignPhase, 'foreignId' | 'title'>,
): ForeignPhase => ({ dependencies: [], tasks: [], checks: [], rest: {}, ...phase })
