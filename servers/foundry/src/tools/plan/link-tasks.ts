import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { FoundryError } from '../../errors/foundry-error.ts'
import { addDependencies, blockersOf, removeDependency } from '../../spec/add-dependency.ts'
import { nodeOf } from '../../spec/node-of.ts'
import type { Spec } from '../../spec/spec.ts'
import { specArgument, taskArgument, versionArgument } from '../arguments.ts'
import { addCodes } from '../codes.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { needsMaintainer } from '../needs-maintainer.ts'
import { scopes } from '../scopes.ts'

const taskIds = z.array(z.string().min(1).max(128)).max(50).default([])

const input = z.object({
  task_id: taskArgument,
  add: taskIds.describe('Ids that must be done first'),
  remove: taskIds.describe('Ids that it need not wait for; for maintainers'),
  spec_id: specArgument,
  version: versionArgument,
})

const output = z.object({
  spec_id: z.string(),
  task_id: z.string(),
  blocked_by: z.array(z.string()),
  version: z.string(),
})

/** Creates the tool that says what a task waits for. */
export const linkTasks = (foundry: Foundry) =>
  defineTool({
    name: 'link_tasks',
    summary: 'Say what must be done before a task or phase; a circle is refused with its path.',
    input,
    output,
    effect: 'write',
    codes: addCodes,
    scopes: [scopes.work],
    cli: { positionals: ['task_id'] },
    run: ({ task_id, add, remove, spec_id: named, version: expected }, call) =>
      guard(call, async () => {
        if (add.length + remove.length === 0) throw nothingToLink()
        // A worker that could drop links would choose its own order.
        if (remove.length > 0 && !foundry.isMaintainer(call)) {
          throw needsMaintainer('To remove a dependency', 'remove')
        }
        const { spec_id } = await findPlan(foundry, { spec_id: named, task_id })
        const edited = await foundry.plans.edit(
          spec_id,
          ({ spec }) => ({ spec: relink(spec, task_id, add, remove), answer: undefined }),
          { version: expected },
        )
        const blocked_by = [...blockersOf(nodeOf(edited.spec, task_id))]
        return ok({ spec_id, task_id, blocked_by, version: edited.version })
      }),
  })

/** Removes first, so that a circle can be turned around in one call. */
function relink(spec: Spec, id: string, add: readonly string[], remove: readonly string[]): Spec {
  let linked = spec
  for (const first of new Set(remove)) linked = removeDependency(linked, id, first, 'remove')
  const links = add.map((first) => ({ id, first }))
  return addDependencies(linked, links, 'add')
}

const nothingToLink = () =>
  new FoundryError('MISSING_REQUIRED', 'No task is named in add or in remove.', {
    path: 'add',
    hint: 'Give ids of tasks, as list and get show them.',
  })
