import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Plan } from '../../store/plan-store.ts'
import { type Stage, stages } from '../../store/stage.ts'
import { countPlan } from '../../tasks/count-plan.ts'
import { type TaskRow, toTaskRow } from '../../tasks/to-task-row.ts'
import { readCodes } from '../codes.ts'
import { createIdPager } from '../create-id-pager.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'

const taskFields = [
  'type',
  'phase_id',
  'parent_id',
  'lease',
  'expires_at',
  'files',
  'discovered_from',
] as const

const input = z.object({
  spec_id: z.string().min(1).max(128).optional().describe('Lists its tasks; else the specs'),
  state: z
    .enum([
      'pending',
      'in_progress',
      'in_review',
      'completed',
      'blocked',
      'failed',
      'deferred',
      'cancelled',
    ])
    .optional()
    .describe('Only tasks in this state'),
  stage: z.enum(stages).optional().describe('Only specs in this folder'),
  fields: z.array(z.enum(taskFields)).max(7).default([]).describe('More about each task'),
  limit: z.int().min(1).max(200).default(50),
  cursor: z.string().min(1).max(1024).optional().describe('Of the page before'),
})

const SpecRow = z.object({
  spec_id: z.string(),
  title: z.string().optional(),
  stage: z.enum(stages),
  planned: z.string().optional().describe('Done of all'),
  found: z.string().optional(),
  in_progress: z.int().optional(),
  blocked: z.int().optional(),
  fault: z.string().optional().describe('Why its file cannot be used'),
})

const Task = z.object({
  task_id: z.string(),
  title: z.string(),
  state: z.string(),
  holder: z.string().optional(),
  blocked_by: z.array(z.string()).optional(),
  reason: z.string().optional(),
  type: z.string().optional(),
  phase_id: z.string().optional(),
  parent_id: z.string().optional(),
  lease: z.int().optional(),
  expires_at: z.string().optional(),
  files: z.array(z.string()).optional(),
  discovered_from: z.string().optional(),
})

const output = z.object({
  specs: z.array(SpecRow).optional(),
  tasks: z.array(Task).optional(),
  folder: z.string(),
})

/** Creates the tool that lists specs, or the tasks of one. */
export const list = (foundry: Foundry) => {
  const pageOfSpecs = createIdPager<z.infer<typeof SpecRow>>('list', ({ spec_id }) => spec_id)
  const pageOfTasks = createIdPager<string>('list', (id) => id)

  async function listSpecs(stage: Stage | undefined): Promise<readonly z.infer<typeof SpecRow>[]> {
    const { plans, unreadable } = await foundry.plans.list(...(stage === undefined ? [] : [stage]))
    const faults = unreadable.map(({ message, ...spec }) => ({ ...spec, fault: message }))
    return [...plans.map(toSpecRow), ...faults]
  }

  return defineTool({
    name: 'list',
    summary: 'List the specs, or with spec_id the tasks of one: state, holder, why blocked.',
    input,
    output,
    effect: 'read',
    codes: readCodes,
    scopes: [scopes.read],
    cli: { positionals: ['spec_id'] },
    rest: { method: 'GET', path: '/specs' },
    fidelity: {
      items: [
        { path: 'tasks', id: 'task_id' },
        { path: 'specs', id: 'spec_id' },
      ],
    },
    run: ({ spec_id, state, stage, fields, limit, cursor }, call) =>
      guard(call, async () => {
        const { folder } = foundry
        if (spec_id === undefined) {
          const all = await listSpecs(stage)
          const { items, notes } = await pageOfSpecs(all, { limit, cursor, stage })
          return ok({ specs: [...items], folder }, notes)
        }
        const plan = await foundry.plans.read(spec_id)
        const ids = tasksIn(foundry, plan).filter(
          (id) => state === undefined || toTaskRow(plan, id).state === state,
        )
        const { items, notes } = await pageOfTasks(ids, { limit, cursor, spec_id, state })
        return ok({ tasks: items.map((id) => pick(toTaskRow(plan, id), fields)), folder }, notes)
      }),
  })
}

const tasksIn = ({ indexOf }: Foundry, { spec }: Plan): readonly string[] =>
  indexOf(spec).order.filter((id) => !['phase', 'group'].includes(spec.hierarchy[id]?.type ?? ''))

function toSpecRow(plan: Plan): z.infer<typeof SpecRow> {
  const { spec_id, stage, spec } = plan
  return { spec_id, title: spec.title, stage, ...countPlan(plan) }
}

/** What is always shown: enough to choose a task. */
const always = ['task_id', 'title', 'state', 'holder', 'blocked_by', 'reason'] as const

function pick(row: TaskRow, fields: readonly (keyof TaskRow)[]): z.infer<typeof Task> {
  const wanted = new Set<string>([...always, ...fields])
  const entries = Object.entries(row).filter(([name]) => wanted.has(name))
  // The cast holds because the members that a task must have are always picked.
  return Object.fromEntries(entries) as z.infer<typeof Task>
}
