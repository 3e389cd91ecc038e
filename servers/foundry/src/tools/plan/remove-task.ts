import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { FoundryError } from '../../errors/foundry-error.ts'
import { nodeOf } from '../../spec/node-of.ts'
import { removeNode } from '../../spec/remove-node.ts'
import type { Plan } from '../../store/plan-store.ts'
import type { Running } from '../../store/running.ts'
import { withoutTask } from '../../tasks/claim-task.ts'
import { isExpired } from '../../tasks/state-now.ts'
import { proseArgument, specArgument, taskArgument, versionArgument } from '../arguments.ts'
import { writeCodes } from '../codes.ts'
import { type PlanChoice, findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'
import { withLine } from '../with-line.ts'

const input = z.object({
  task_id: taskArgument,
  reason: proseArgument.describe('Why, for the journal'),
  spec_id: specArgument,
  version: versionArgument,
})

const output = z.object({
  spec_id: z.string(),
  removed: z.int().describe('With what was under it'),
  unlinked: z.int().describe('Tasks that waited for it, or it for them'),
  version: z.string(),
})

/** Creates the tool that removes a task, a phase or a check. */
export const removeTask = (foundry: Foundry) =>
  defineTool({
    name: 'remove_task',
    summary: 'Remove a task or phase with all under it; to drop work and keep it, cancel instead.',
    input,
    output,
    effect: 'destroy',
    consent: 'REMOVE_TASK',
    codes: [...writeCodes, 'INVALID_PARENT'],
    scopes: [scopes.maintain],
    cli: { positionals: ['task_id'] },
    prepare: ({ task_id, ...choice }, call) =>
      guard(call, async () => ({ question: await questionFor(foundry, { ...choice, task_id }) })),
    run: ({ task_id, reason, spec_id: named, version: expected }, call) =>
      guard(call, async () => {
        const { spec_id } = await findPlan(foundry, { spec_id: named, task_id })
        const author = foundry.workerOf(call)
        const { answer, version } = await foundry.plans.edit(
          spec_id,
          (plan) => {
            const removed = removeFree(foundry, plan, task_id)
            const { title } = nodeOf(plan.spec, task_id)
            const spec = withLine(foundry, removed.spec, {
              entry_type: 'deviation',
              title: `${title}: removed`,
              content: reason,
              author,
              task_id,
              metadata: { removed: removed.ids, unlinked: removed.unlinked },
            })
            return { spec, running: withoutTasks(plan.running, removed.ids), answer: removed }
          },
          { version: expected },
        )
        const { ids, unlinked } = answer
        return ok({ spec_id, removed: ids.length, unlinked: unlinked.length, version })
      }),
  })

async function questionFor(
  foundry: Foundry,
  choice: PlanChoice & { readonly task_id: string },
): Promise<string> {
  const plan = await findPlan(foundry, choice)
  const { ids, unlinked } = removeFree(foundry, plan, choice.task_id)
  const { title } = nodeOf(plan.spec, choice.task_id)
  const parts = ids.length === 1 ? '' : ` Parts under it that go too: ${ids.length - 1}.`
  const links = unlinked.length === 0 ? '' : ` Tasks that lose a link: ${unlinked.length}.`
  return `Remove '${title}'?${parts}${links}`
}

/** Removes a task that nobody has, nor anything under it. */
function removeFree({ now }: Foundry, { spec, running }: Plan, id: string) {
  const removed = removeNode(spec, id)
  const time = now()
  for (const one of removed.ids) {
    const held = running.tasks[one]
    if (held !== undefined && !isExpired(held, time)) throw isHeld(one, held.holder)
  }
  return removed
}

function withoutTasks(running: Running, ids: readonly string[]): Running {
  let left = running
  for (const id of ids) left = withoutTask(left, id)
  return left
}

const isHeld = (id: string, holder: string) =>
  new FoundryError('CONFLICT', `'${holder}' has task '${id}', so it cannot be removed.`, {
    path: 'task_id',
    hint: 'Let its holder give it back with set_state, or wait until its lease is over.',
    details: { task_id: id, holder },
  })
