import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { FoundryError } from '../../errors/foundry-error.ts'
import type { SpecNode } from '../../spec/spec.ts'
import { withMetadata, withNode } from '../../spec/with-node.ts'
import { proseArgument, specArgument, taskArgument, versionArgument } from '../arguments.ts'
import { writeCodes } from '../codes.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'

/** How many requirements a task may have. */
const maxRequirements = 50

const Requirement = z.object({
  type: z.enum(['acceptance', 'technical', 'constraint']).default('acceptance'),
  text: proseArgument,
})

const input = z.object({
  task_id: taskArgument,
  requirements: z.array(Requirement).min(1).max(maxRequirements),
  spec_id: specArgument,
  version: versionArgument,
})

const output = z.object({
  spec_id: z.string(),
  task_id: z.string(),
  ids: z.array(z.string()),
  version: z.string(),
})

/** Creates the tool that adds requirements to a task. */
export const addRequirements = (foundry: Foundry) =>
  defineTool({
    name: 'add_requirements',
    summary: 'Add requirements (req-1, req-2, …) to a task, so that each can be traced to checks.',
    input,
    output,
    effect: 'write',
    codes: writeCodes,
    scopes: [scopes.maintain],
    cli: { positionals: ['task_id'], files: { requirements: JSON.parse } },
    run: ({ task_id, requirements, spec_id: named, version: expected }, call) =>
      guard(call, async () => {
        const { spec_id } = await findPlan(foundry, { spec_id: named, task_id })
        const { answer, version } = await foundry.plans.edit(
          spec_id,
          ({ spec }) => {
            const ids: string[] = []
            const changed = withNode(spec, task_id, (node) => {
              const known = requirementsOf(task_id, node)
              if (known.length + requirements.length > maxRequirements) throw tooMany(known.length)
              const first = lastNumber(known) + 1
              const added = requirements.map((one, at) => ({ id: `req-${first + at}`, ...one }))
              ids.push(...added.map(({ id }) => id))
              return withMetadata(node, { requirements: [...known, ...added] })
            })
            return { spec: changed, answer: ids }
          },
          { version: expected },
        )
        return ok({ spec_id, task_id, ids: answer, version })
      }),
  })

function requirementsOf(id: string, { type, metadata }: SpecNode): readonly unknown[] {
  if (type !== 'task' && type !== 'subtask') throw notForType(id, type)
  return Array.isArray(metadata.requirements) ? metadata.requirements : []
}

/** Numbers are not used again, even if requirements were removed by hand. */
function lastNumber(requirements: readonly unknown[]): number {
  const numbers = requirements.map((one) => {
    const id = typeof one === 'object' && one !== null && 'id' in one ? String(one.id) : ''
    return Number(/^req-(\d{1,9})$/.exec(id)?.[1] ?? 0)
  })
  return Math.max(0, ...numbers)
}

const notForType = (id: string, type: string) =>
  new FoundryError('VALIDATION_ERROR', `'${id}' is a ${type}; only tasks have requirements.`, {
    path: 'task_id',
    hint: 'Give the id of a task. Call update_spec for the criteria of the spec.',
  })

const tooMany = (count: number) =>
  new FoundryError('VALIDATION_ERROR', `A task has at most ${maxRequirements} requirements.`, {
    path: 'requirements',
    hint: `This one has ${count}. Give fewer, or split the task.`,
    details: { count, max: maxRequirements },
  })
