import type { NodeStatus, SpecNode } from '../spec/spec.ts'

/** How far a task is. */
export type TaskState =
  | 'pending'
  | 'in_progress'
  | 'in_review'
  | 'completed'
  | 'blocked'
  | 'failed'
  | 'deferred'
  | 'cancelled'

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

/**
 * What a file says of each state. Programs that know four of them still load the file; the state
 * itself is in the metadata if the file says another.
 */
const statuses: Readonly<Record<TaskState, NodeStatus>> = {
  pending: 'pending',
  in_progress: 'in_progress',
  in_review: 'in_progress',
  completed: 'completed',
  blocked: 'blocked',
  failed: 'blocked',
  deferred: 'pending',
  cancelled: 'completed',
}

const isState = (value: unknown): value is TaskState =>
  typeof value === 'string' && Object.hasOwn(moves, value)

/**
 * Returns the state of a node. Another program may have changed the status and left the metadata,
 * and then the status is right.
 */
export function stateOf({ status, metadata }: Pick<SpecNode, 'status' | 'metadata'>): TaskState {
  const { state } = metadata
  return isState(state) && statuses[state] === status ? state : status
}

/** Returns a node in another state. */
export function withState(node: SpecNode, state: TaskState): SpecNode {
  const status = statuses[state]
  const { state: _, ...rest } = node.metadata
  const metadata = status === state ? rest : { ...rest, state }
  return { ...node, status, metadata }
}

/** True if a part needs nothing more: it is done, or it was dropped for a reason. */
export const isSettled = (state: TaskState): boolean =>
  state === 'completed' || state === 'cancelled'

/** The moves that a state has. */
export const movesFrom = (state: TaskState): readonly Move[] =>
  // The cast restores the key type that Object.keys widens.
  Object.keys(moves[state]) as Move[]
