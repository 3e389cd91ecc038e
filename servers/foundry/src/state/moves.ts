import type { TaskState } from './task-state.ts'

/** What is done to a task. */
export type Move =
  | 'start'
  | 'submit'
  | 'complete'
  | 'reject'
  | 'block'
  | 'unblock'
  | 'fail'
  | 'retry'
  | 'release'
  | 'defer'
  | 'resume'
  | 'cancel'
  | 'reopen'

/**
 * The only table of what may follow what. A move that a state does not have is refused. Reopening
 * is for maintainers, because it takes back what was proved.
 */
export const moves: Readonly<Record<TaskState, Readonly<Partial<Record<Move, TaskState>>>>> = {
  pending: { start: 'in_progress', block: 'blocked', defer: 'deferred', cancel: 'cancelled' },
  in_progress: {
    submit: 'in_review',
    complete: 'completed',
    block: 'blocked',
    fail: 'failed',
    release: 'pending',
    defer: 'deferred',
    cancel: 'cancelled',
  },
  in_review: { complete: 'completed', reject: 'in_progress', cancel: 'cancelled' },
  blocked: { unblock: 'pending', defer: 'deferred', cancel: 'cancelled' },
  failed: { retry: 'pending', cancel: 'cancelled' },
  deferred: { resume: 'pending', cancel: 'cancelled' },
  completed: { reopen: 'pending' },
  cancelled: { reopen: 'pending' },
}

/** The moves that a state has. */
export const movesFrom = (state: TaskState): readonly Move[] =>
  // The cast restores the key type that Object.keys widens.
  Object.keys(moves[state]) as Move[]
