import type { TaskState } from '../../state/task-state.ts'
import type { Progress } from './spec-view.ts'

/** Counts parts by how far they are. */
export function countProgress(states: readonly TaskState[]): Progress {
  const count = (...wanted: readonly TaskState[]) =>
    states.filter((state) => wanted.includes(state)).length
  return {
    total: states.length,
    completed: count('completed'),
    cancelled: count('cancelled'),
    running: count('in_progress', 'in_review'),
    blocked: count('blocked'),
    failed: count('failed'),
  }
}

/** The share of parts that need nothing more, in whole percent; never 100 before the end. */
export function percentOf({ total, completed, cancelled }: Progress): number {
  if (total === 0) return 0
  return Math.floor((100 * (completed + cancelled)) / total)
}
