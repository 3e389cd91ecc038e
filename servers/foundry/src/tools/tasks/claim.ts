import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { leaseArgument, specArgument, taskArgument } from '../arguments.ts'
import { writeCodes } from '../codes.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'
import { claimOrThrow } from '../take-task.ts'

const output = z.object({
  spec_id: z.string(),
  task_id: z.string(),
  holder: z.string(),
  lease: z.int(),
  expires_at: z.string().optional(),
})

/** Creates the tool that takes a task, or gives its holder more time. */
export const claim = (foundry: Foundry) =>
  defineTool({
    name: 'claim',
    summary: 'Take a task, so that nobody else gets it; call again to keep it longer.',
    input: z.object({ task_id: taskArgument, lease: leaseArgument, spec_id: specArgument }),
    output,
    effect: 'write',
    codes: writeCodes,
    scopes: [scopes.work],
    cli: { positionals: ['task_id'] },
    run: ({ task_id, lease: number, spec_id: named }, call) =>
      guard(call, async () => {
        const { spec_id } = await findPlan(foundry, { spec_id: named, task_id })
        const taker = { task_id, worker: foundry.workerOf(call), lease: number }
        const { holder, lease, expires_at } = await claimOrThrow(foundry, spec_id, taker)
        return ok({ spec_id, task_id, holder, lease, expires_at })
      }),
  })
