import type * as z from 'zod'
import type { Move } from '../state/moves.ts'
import type { Plan } from '../store/plan-store.ts'
import { applyMove } from '../tasks/apply-move.ts'
import { heldBy } from '../tasks/claim-task.ts'
import { isExpired } from '../tasks/state-now.ts'
import { findPlan } from './find-plan.ts'
import type { Foundry } from './foundry.ts'
import type { movedOutput } from './moved-output.ts'
import { toAct } from './to-act.ts'

/** A move that a caller asks for. */
export interface AskedMove {
  readonly task_id: string
  readonly move: Move
  readonly reason: string
  readonly worker: string
  readonly lease?: number | undefined
  readonly spec_id?: string | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

/** Moves a task to another state; nobody moves what another has. */
export async function moveTask(
  foundry: Foundry,
  { task_id, move, worker, lease, ...asked }: AskedMove,
): Promise<z.infer<typeof movedOutput>> {
  const { spec_id } = await findPlan(foundry, { spec_id: asked.spec_id, task_id })
  const act = toAct(foundry, worker, asked.reason, asked.metadata)
  const edited = await foundry.plans.edit(spec_id, (plan) => {
    if (isWithSomebody(plan, task_id, act.now)) heldBy(plan.running, task_id, { worker, lease })
    const { spec, running, to } = applyMove(plan, task_id, move, act)
    return { spec, running, answer: to }
  })
  return { spec_id, task_id, state: edited.answer, version: edited.version }
}

/** What is in review is with its reviewers, and a lease that is over holds nobody up. */
function isWithSomebody({ running }: Plan, id: string, now: Date): boolean {
  const held = running.tasks[id]
  return held !== undefined && held.state !== 'in_review' && !isExpired(held, now)
}
