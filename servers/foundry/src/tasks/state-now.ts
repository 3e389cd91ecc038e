import { nodeOf } from '../spec/node-of.ts'
import { isSettled, stateOf } from '../state/state-of.ts'
import type { TaskState } from '../state/task-state.ts'
import type { Plan } from '../store/plan-store.ts'
import type { RunningTask } from '../store/running.ts'

/** How far a task is right now, and who has it. */
export interface StateNow {
  readonly state: TaskState
  readonly held?: RunningTask | undefined
}

/** Lays what is going on over what the file says; what the file has settled is settled. */
export function stateNow({ spec, running }: Pick<Plan, 'spec' | 'running'>, id: string): StateNow {
  const state = stateOf(nodeOf(spec, id))
  const held = running.tasks[id]
  if (held === undefined || isSettled(state)) return { state }
  return { state: held.state === 'claimed' ? state : held.state, held }
}

/** True if the time of a lease is over, so that the task may be given on. */
export const isExpired = ({ expires_at: end }: RunningTask, now: Date): boolean =>
  end !== undefined && Date.parse(end) <= now.getTime()
