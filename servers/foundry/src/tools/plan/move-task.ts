import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { FoundryError } from '../../errors/foundry-error.ts'
import { moveNode } from '../../spec/move-node.ts'
import { nodeOf } from '../../spec/node-of.ts'
import { rootId } from '../../spec/root-id.ts'
import { hasStarted } from '../../tasks/has-started.ts'
import {
  positionArgument,
  proseArgument,
  specArgument,
  taskArgument,
  versionArgument,
} from '../arguments.ts'
import { addCodes } from '../codes.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'
import { withDeviation } from './with-deviation.ts'

const input = z.object({
  task_id: taskArgument,
  parent_id: z.string().min(1).max(128).optional().describe('Default: where it is'),
  position: positionArgument,
  reason: proseArgument.optional().describe('Why, if the task was begun'),
  spec_id: specArgument,
  version: versionArgument,
})

const output = z.object({
  spec_id: z.string(),
  task_id: z.string(),
  parent_id: z.string(),
  version: z.string(),
})

/** Creates the tool that puts a task or a phase elsewhere. */
export const moveTask = (foundry: Foundry) =>
  defineTool({
    name: 'move_task',
    summary: 'Put a task or phase elsewhere in the plan, with all under it; order is what is next.',
    input,
    output,
    effect: 'write',
    codes: addCodes,
    scopes: [scopes.maintain],
    cli: { positionals: ['task_id', 'parent_id'] },
    run: ({ task_id, parent_id, position, reason, spec_id: named, version: expected }, call) =>
      guard(call, async () => {
        if (parent_id === undefined && position === undefined) throw nowhere()
        const { spec_id } = await findPlan(foundry, { spec_id: named, task_id })
        const author = foundry.workerOf(call)
        const { answer, version } = await foundry.plans.edit(
          spec_id,
          (plan) => {
            const before = nodeOf(plan.spec, task_id).parent ?? rootId
            const parent = parent_id ?? before
            const moved = moveNode(plan.spec, task_id, { parent, position })
            const isElsewhere = parent !== before && hasStarted(plan, task_id)
            const changes = isElsewhere ? [{ member: 'parent', before, after: parent }] : []
            const spec = withDeviation(foundry, moved, { task_id, changes, author, reason })
            return { spec, answer: parent }
          },
          { version: expected },
        )
        return ok({ spec_id, task_id, parent_id: answer, version })
      }),
  })

const nowhere = () =>
  new FoundryError('MISSING_REQUIRED', 'Where the task goes is not said.', {
    path: 'parent_id',
    hint: 'Give parent_id, position, or both.',
  })
