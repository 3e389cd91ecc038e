import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Plan } from '../../store/plan-store.ts'
import type { RunningTask } from '../../store/running.ts'
import { withTask } from '../../tasks/claim-task.ts'
import { leaseArgument, specArgument, taskArgument } from '../arguments.ts'
import { writeCodes } from '../codes.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'
import { type Taker, takeTask } from '../take-task.ts'

const output = z.object({
  spec_id: z.string(),
  task_id: z.string(),
  state: z.enum(['in_progress', 'in_review']),
  lease: z.int(),
  expires_at: z.string().optional(),
})

/** Creates the tool that begins a task. */
export const start = (foundry: Foundry) =>
  defineTool({
    name: 'start',
    summary: 'Begin a task; it is claimed for you if nobody has it.',
    input: z.object({ task_id: taskArgument, lease: leaseArgument, spec_id: specArgument }),
    output,
    effect: 'write',
    codes: writeCodes,
    scopes: [scopes.work],
    cli: { positionals: ['task_id'] },
    run: ({ task_id, lease: number, spec_id: named }, call) =>
      guard(call, async () => {
        const plan = await findPlan(foundry, { spec_id: named, task_id })
        const { spec_id } = plan
        const taker = { task_id, worker: foundry.workerOf(call), lease: number }
        const snapshot = await foundry.proofs.snapshot(plan, task_id)
        const { answer } = await foundry.plans.edit(spec_id, (current) =>
          begin(foundry, current, taker, snapshot),
        )
        const { lease, expires_at } = answer
        const state = answer.state === 'in_review' ? 'in_review' : 'in_progress'
        return ok({ spec_id, task_id, state, lease, expires_at })
      }),
  })

type Snapshot = Pick<RunningTask, 'head' | 'tree'>

/** What was begun is not begun again: the files at its start are what its end is compared with. */
function begin(foundry: Foundry, plan: Plan, taker: Taker, snapshot: Snapshot) {
  const { spec, running, task } = takeTask(foundry, plan, taker)
  if (task.state !== 'claimed') return { spec, running, answer: task }
  const started_at = foundry.now().toISOString()
  const begun: RunningTask = { ...task, state: 'in_progress', started_at, ...snapshot }
  return { spec, running: withTask(running, taker.task_id, begun), answer: begun }
}
