import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { FoundryError } from '../../errors/foundry-error.ts'
import { nodeOf } from '../../spec/node-of.ts'
import { withNode } from '../../spec/with-node.ts'
import type { Plan } from '../../store/plan-store.ts'
import { hasStarted } from '../../tasks/has-started.ts'
import { proseArgument, specArgument, versionArgument } from '../arguments.ts'
import { writeCodes } from '../codes.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { needsMaintainer } from '../needs-maintainer.ts'
import { scopes } from '../scopes.ts'
import { type MemberChange, changesOf, withChanges } from './changes-of.ts'
import {
  categoryArgument,
  commandArgument,
  complexityArgument,
  criteriaArgument,
  expectedArgument,
  filesArgument,
  hoursArgument,
  titleArgument,
} from './task-init.ts'
import { withDeviation } from './with-deviation.ts'

const names = z.array(z.string().min(1).max(100)).max(20).optional()

const input = z.object({
  task_id: z.string().min(1).max(128).describe('A task, a phase or a check'),
  title: titleArgument.optional(),
  description: proseArgument.optional(),
  criteria: criteriaArgument.min(1).optional(),
  files: filesArgument.optional(),
  complexity: complexityArgument.optional(),
  category: categoryArgument.optional(),
  estimated_hours: hoursArgument.optional(),
  actual_hours: hoursArgument.optional(),
  owners: names,
  labels: names,
  needs_review: z.boolean().optional(),
  command: commandArgument.optional().describe('Of a check'),
  expected: expectedArgument.optional().describe('Of a check'),
  reason: proseArgument.optional().describe('Why, if the task was begun'),
  spec_id: specArgument,
  version: versionArgument,
})

const output = z.object({
  spec_id: z.string(),
  task_id: z.string(),
  changed: z.array(z.string()),
  version: z.string(),
})

/** Creates the tool that changes a task, a phase or a check. */
export const updateTask = (foundry: Foundry) =>
  defineTool({
    name: 'update_task',
    summary:
      'Change a task or check. Once it was begun, criteria, files and checks need a maintainer.',
    input,
    output,
    effect: 'write',
    codes: [...writeCodes, 'MISSING_REQUIRED'],
    scopes: [scopes.work],
    cli: { positionals: ['task_id'] },
    run: ({ task_id, reason, spec_id: named, version: expected, ...wanted }, call) =>
      guard(call, async () => {
        if (Object.values(wanted).every((value) => value === undefined)) throw nothingGiven()
        const { spec_id } = await findPlan(foundry, { spec_id: named, task_id })
        const author = foundry.workerOf(call)
        const isMaintainer = foundry.isMaintainer(call)
        const { answer, version } = await foundry.plans.edit(
          spec_id,
          (plan) => {
            const changes = changesOf(nodeOf(plan.spec, task_id), wanted)
            if (changes.length === 0) return { answer: changes }
            const broken = brokenPromises(plan, task_id, changes)
            if (broken.length > 0 && !isMaintainer) throw isPromised(task_id, broken)
            const changed = withNode(plan.spec, task_id, (node) => withChanges(node, changes))
            const deviation = { task_id, changes: broken, author, reason }
            return { spec: withDeviation(foundry, changed, deviation), answer: changes }
          },
          { version: expected },
        )
        if (answer.length === 0) call.warn('NOTHING_TO_DO', 'It says all of that already.')
        return ok({ spec_id, task_id, changed: answer.map(({ member }) => member), version })
      }),
  })

/** What a task is measured by. */
const promises = new Set(['acceptance_criteria', 'file_path', 'files', 'command', 'expected'])

/** The changes that a worker would lie with. That a review is needed is promised from the start. */
function brokenPromises(
  plan: Plan,
  id: string,
  changes: readonly MemberChange[],
): readonly MemberChange[] {
  const isBegun = hasStarted(plan, id)
  return changes.filter(({ member, before }) =>
    member === 'needs_review' ? before === true : isBegun && promises.has(member),
  )
}

const isPromised = (id: string, [first]: readonly MemberChange[]) =>
  needsMaintainer(`To change '${first?.member}' of '${id}' now`, 'task_id')

const nothingGiven = () =>
  new FoundryError('MISSING_REQUIRED', 'What is to be changed is not said.', {
    path: 'title',
    hint: 'Give at least one member, such as title, criteria or files.',
  })
