import type { TaskState } from '../state/task-state.ts'

/** What the nearest status of another program is called. */
export type StatusWords = Readonly<Record<TaskState, string>>

/** The statuses of task-master. */
export const taskMasterStatusWords: StatusWords = {
  pending: 'pending',
  in_progress: 'in-progress',
  in_review: 'review',
  completed: 'done',
  blocked: 'pending',
  failed: 'pending',
  deferred: 'deferred',
  cancelled: 'cancelled',
}

/** The statuses of beads. */
export const beadsStatusWords: StatusWords = {
  pending: 'open',
  in_progress: 'in_progress',
  in_review: 'in_progress',
  completed: 'closed',
  blocked: 'blocked',
  failed: 'blocked',
  deferred: 'deferred',
  cancelled: 'closed',
}
