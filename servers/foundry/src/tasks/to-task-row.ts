import { nodeOf } from '../spec/node-of.ts'
import type { TaskState } from '../state/task-state.ts'
import type { Plan } from '../store/plan-store.ts'
import { filesOf } from './files-of.ts'
import { phaseOf } from './phase-of.ts'
import { stateNow } from './state-now.ts'
import { stoppedBy, waitsFor } from './waits-for.ts'

/** A task in a list: what it is, how far it is, and why it does not go on. */
export interface TaskRow {
  readonly task_id: string
  readonly title: string
  readonly type: string
  readonly state: TaskState
  readonly phase_id?: string | undefined
  readonly parent_id?: string | undefined
  readonly holder?: string | undefined
  readonly lease?: number | undefined
  readonly expires_at?: string | undefined
  /** What it waits for, or what blocks it. */
  readonly blocked_by?: readonly string[] | undefined
  readonly reason?: string | undefined
  readonly files?: readonly string[] | undefined
  readonly discovered_from?: string | undefined
}

/** Returns a task as lists show it. */
export function toTaskRow(plan: Plan, id: string): TaskRow {
  const { spec } = plan
  const node = nodeOf(spec, id)
  const { state, held } = stateNow(plan, id)
  const waits = state === 'pending' ? [...waitsFor(spec, id), ...stoppedBy(spec, id)] : []
  const files = filesOf(node)
  const { discovered_from } = node.metadata
  return {
    task_id: id,
    title: node.title,
    type: node.type,
    state,
    phase_id: phaseOf(spec, id),
    parent_id: node.parent ?? undefined,
    holder: held?.holder,
    lease: held?.lease,
    expires_at: held?.expires_at,
    blocked_by: waits.length > 0 ? waits : undefined,
    reason: reasonOf(state, node.metadata),
    files: files.length > 0 ? files : undefined,
    discovered_from: typeof discovered_from === 'string' ? discovered_from : undefined,
  }
}

const reasons: Partial<Record<TaskState, string>> = {
  blocked: 'blocker_description',
  failed: 'failure_reason',
  deferred: 'defer_reason',
  cancelled: 'cancel_reason',
}

function reasonOf(state: TaskState, metadata: Readonly<Record<string, unknown>>) {
  const reason = metadata[reasons[state] ?? '']
  return typeof reason === 'string' ? reason : undefined
}
