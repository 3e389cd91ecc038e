import { moves } from '../../../state/moves.ts'
import type { TaskState } from '../../../state/task-state.ts'

/** Words that people and other programs write, as the states that they mean. */
const meanings: Readonly<Record<string, TaskState>> = {
  todo: 'pending',
  to_do: 'pending',
  open: 'pending',
  not_started: 'pending',
  doing: 'in_progress',
  started: 'in_progress',
  inprogress: 'in_progress',
  wip: 'in_progress',
  review: 'in_review',
  done: 'completed',
  complete: 'completed',
  finished: 'completed',
  closed: 'completed',
  error: 'failed',
  failure: 'failed',
  canceled: 'cancelled',
  wont_do: 'cancelled',
  postponed: 'deferred',
  on_hold: 'deferred',
}

/** True for one of the states that a task may have. */
export const isTaskState = (value: unknown): value is TaskState =>
  typeof value === 'string' && Object.hasOwn(moves, value)

/** Returns the state that a status means, or undefined if nobody can tell. */
export function toTaskState(status: string): TaskState | undefined {
  const word = status
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  if (isTaskState(word)) return word
  return Object.hasOwn(meanings, word) ? meanings[word] : undefined
}
