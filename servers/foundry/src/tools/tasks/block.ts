import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { leaseArgument, proseArgument, specArgument, taskArgument } from '../arguments.ts'
import { writeCodes } from '../codes.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { moveTask } from '../move-task.ts'
import { movedOutput } from '../moved-output.ts'
import { scopes } from '../scopes.ts'

const input = z.object({
  task_id: taskArgument,
  reason: proseArgument.describe('What is in the way, and who could remove it'),
  type: z.enum(['dependency', 'technical', 'resource', 'decision']).default('technical'),
  ticket: z.string().max(200).optional().describe('Where it is followed'),
  lease: leaseArgument,
  spec_id: specArgument,
})

/** Creates the tool that says that a task cannot go on. */
export const block = (foundry: Foundry) =>
  defineTool({
    name: 'block',
    summary: 'Say that a task cannot go on, and why; it is free again once it is unblocked.',
    input,
    output: movedOutput,
    effect: 'write',
    codes: writeCodes,
    scopes: [scopes.work],
    cli: { positionals: ['task_id'] },
    run: ({ type, ticket, ...asked }, call) =>
      guard(call, async () => {
        const metadata = { blocker_type: type, blocker_ticket: ticket }
        const worker = foundry.workerOf(call)
        return ok(await moveTask(foundry, { ...asked, move: 'block', worker, metadata }))
      }),
  })
