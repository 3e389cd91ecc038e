import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { nodeOf } from '../../spec/node-of.ts'
import { withJournal } from '../../spec/with-journal.ts'
import { phaseOf } from '../../tasks/phase-of.ts'
import { positionArgument, proseArgument, specArgument, versionArgument } from '../arguments.ts'
import { addCodes } from '../codes.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'
import { addTaskParts } from './add-parts.ts'
import { TaskInit } from './task-init.ts'

const input = z.object({
  tasks: z.array(TaskInit).min(1).max(200),
  parent_id: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe('A phase, group or task; default: the phase of discovered_from'),
  discovered_from: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe('The task during which this work was found'),
  reason: proseArgument.optional().describe('Why it is needed, if it was found'),
  position: positionArgument,
  spec_id: specArgument,
  version: versionArgument,
})

const output = z.object({ spec_id: z.string(), ids: z.array(z.string()), version: z.string() })

/** Creates the tool that adds tasks, planned ones or such as were found on the way. */
export const addTasks = (foundry: Foundry) =>
  defineTool({
    name: 'add_tasks',
    summary: 'Add tasks to a phase or task; with discovered_from they are work found on the way.',
    input,
    output,
    effect: 'write',
    codes: addCodes,
    scopes: [scopes.work],
    cli: { files: { tasks: JSON.parse } },
    run: ({ tasks, parent_id, discovered_from, reason, position, version, ...choice }, call) =>
      guard(call, async () => {
        if (parent_id === undefined && discovered_from === undefined) {
          return call.fail('MISSING_REQUIRED', {
            path: 'parent_id',
            message: 'Where the tasks belong is not said.',
            hint: 'Give parent_id, or discovered_from for work that was found during a task.',
          })
        }
        const task_id = parent_id ?? discovered_from
        const { spec_id } = await findPlan(foundry, { ...choice, task_id })
        const author = foundry.workerOf(call)
        const edited = await foundry.plans.edit(
          spec_id,
          ({ spec }) => {
            if (discovered_from !== undefined) nodeOf(spec, discovered_from, 'discovered_from')
            const parent = parent_id ?? phaseOf(spec, discovered_from ?? '') ?? ''
            const metadata = discovered_from === undefined ? {} : { discovered_from }
            const added = addTaskParts(spec, tasks, { parent, position, metadata }, foundry.ids)
            const changed =
              discovered_from === undefined
                ? added.spec
                : withJournal(added.spec, {
                    timestamp: foundry.now().toISOString(),
                    entry_type: 'deviation',
                    title: `Found on the way: ${tasks.map(({ title }) => title).join('; ')}`,
                    content: reason ?? 'No reason was given.',
                    author,
                    task_id: discovered_from,
                    metadata: { id: foundry.ids.id(), added: added.ids },
                  })
            return { spec: changed, answer: added.ids }
          },
          { version },
        )
        return ok({ spec_id, ids: [...edited.answer], version: edited.version })
      }),
  })
