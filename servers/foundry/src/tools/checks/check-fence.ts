import type { Check } from '../../proof/checks/checks-of.ts'
import type { Plan } from '../../store/plan-store.ts'
import { type Holder, heldBy } from '../../tasks/claim-task.ts'
import { isExpired } from '../../tasks/state-now.ts'
import type { Foundry } from '../foundry.ts'

/** Throws CONFLICT if another has the task of a check, or if the lease was given on. */
export function checkFence(
  { now }: Foundry,
  { running }: Plan,
  { taskId }: Check,
  holder: Holder,
): void {
  const held = running.tasks[taskId]
  const isOthers = held !== undefined && held.state !== 'in_review' && !isExpired(held, now())
  if (holder.lease !== undefined || isOthers) heldBy(running, taskId, holder)
}
