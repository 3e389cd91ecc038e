import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { nodeOf } from '../../spec/node-of.ts'
import type { Plan } from '../../store/plan-store.ts'
import { stages } from '../../store/stage.ts'
import { countPlan } from '../../tasks/count-plan.ts'
import { toTaskRow } from '../../tasks/to-task-row.ts'
import { specArgument, taskArgument } from '../arguments.ts'
import { readCodes } from '../codes.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'

const output = z.object({
  spec_id: z.string(),
  version: z.string(),
  stage: z.enum(stages),
  title: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  planned: z.string().optional(),
  found: z.string().optional(),
  in_progress: z.int().optional(),
  blocked: z.int().optional(),
  phases: z
    .array(
      z.object({ phase_id: z.string(), title: z.string(), state: z.string(), done: z.string() }),
    )
    .optional(),
  task: z.record(z.string(), z.unknown()).optional(),
  folder: z.string(),
})

/** Creates the tool that reads a spec, or one node of it. */
export const get = (foundry: Foundry) =>
  defineTool({
    name: 'get',
    summary: 'Read a spec (mission, phases, progress), or with task_id one task with all it says.',
    input: z.object({ spec_id: specArgument, task_id: taskArgument.optional() }),
    output,
    effect: 'read',
    codes: readCodes,
    scopes: [scopes.read],
    cli: { positionals: ['spec_id', 'task_id'] },
    rest: { method: 'GET', path: '/specs/:spec_id' },
    run: (choice, call) =>
      guard(call, async () => {
        const plan = await findPlan(foundry, choice)
        const { spec_id, version, stage } = plan
        const head = { spec_id, version, stage, folder: foundry.folder }
        if (choice.task_id === undefined) return ok({ ...head, ...toSpecBody(plan) })
        return ok({ ...head, task: toTaskBody(plan, choice.task_id) })
      }),
  })

function toSpecBody(plan: Plan) {
  const { spec } = plan
  const phases = (spec.hierarchy['spec-root']?.children ?? []).map((phase_id) => {
    const { title, status, completed_tasks, total_tasks } = nodeOf(spec, phase_id)
    return { phase_id, title, state: status, done: `${completed_tasks}/${total_tasks}` }
  })
  return { title: spec.title, metadata: { ...spec.metadata }, ...countPlan(plan), phases }
}

function toTaskBody(plan: Plan, id: string) {
  const { metadata, dependencies, children } = nodeOf(plan.spec, id)
  return { ...toTaskRow(plan, id), children, dependencies, metadata }
}
