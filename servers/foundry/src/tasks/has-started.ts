import { nodeOf } from '../spec/node-of.ts'
import type { Plan } from '../store/plan-store.ts'
import { checkedTask } from './is-check.ts'
import { stateNow } from './state-now.ts'

/** States that nothing reaches that was not begun. */
const begunStates = new Set(['in_progress', 'in_review', 'completed', 'failed'])

/**
 * True if somebody has begun a task, now or earlier, or the task that a check is of. A worker may
 * not change what such a task promises.
 */
export function hasStarted(plan: Pick<Plan, 'spec' | 'running'>, id: string): boolean {
  const node = nodeOf(plan.spec, id)
  const checked = checkedTask(plan.spec, node)
  if (checked !== undefined && hasStarted(plan, checked)) return true
  return node.metadata.started_at !== undefined || begunStates.has(stateNow(plan, id).state)
}
