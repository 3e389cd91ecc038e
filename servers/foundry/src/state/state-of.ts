import type { NodeStatus, SpecNode } from '../spec/spec.ts'
import type { TaskState } from './task-state.ts'

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
  typeof value === 'string' && Object.hasOwn(statuses, value)

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
