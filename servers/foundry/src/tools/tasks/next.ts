import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { nodeOf } from '../../spec/node-of.ts'
import type { Plan } from '../../store/plan-store.ts'
import { phaseOf } from '../../tasks/phase-of.ts'
import { type Candidate, type Overlap, selectNext } from '../../tasks/select-next.ts'
import { waitsFor } from '../../tasks/waits-for.ts'
import { specArgument } from '../arguments.ts'
import { readCodes } from '../codes.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'
import { claimIfFree } from '../take-task.ts'

const input = z.object({
  spec_id: specArgument,
  claim: z.boolean().default(false).describe('True takes the tasks in the same step'),
  count: z.int().min(1).max(10).default(1).describe('More only if they touch other files'),
})

const NextTask = z.object({
  spec_id: z.string(),
  task_id: z.string(),
  title: z.string(),
  phase_id: z.string().optional(),
  files: z.array(z.string()),
  lease: z.int().optional(),
  expires_at: z.string().optional(),
})

const output = z.object({
  tasks: z.array(NextTask),
  /** If there are no tasks: what the plan waits for. */
  waiting: z
    .object({ held: z.int(), blocked: z.int(), open: z.int(), done: z.boolean() })
    .optional(),
  folder: z.string(),
})

/** Creates the tool that says what to do next, and gives it to the caller in the same step. */
export const next = (foundry: Foundry) =>
  defineTool({
    name: 'next',
    summary: 'Get the next task that can be begun; with claim it is yours in the same step.',
    input,
    output,
    effect: 'write',
    codes: [...readCodes, 'VERSION_CONFLICT', 'RESOURCE_BUSY'],
    scopes: [scopes.work],
    cli: { positionals: ['spec_id'] },
    run: ({ spec_id, claim, count }, call) =>
      guard(call, async () => {
        const worker = foundry.workerOf(call)
        for (;;) {
          const plans = await openPlans(foundry, spec_id)
          const indexed = plans.map((plan) => ({ ...plan, index: foundry.indexOf(plan.spec) }))
          const chosen = selectNext(indexed, { worker, now: foundry.now(), count })
          if (plans.length === 0) call.warn('NO_ACTIVE_SPEC', noActiveSpec)
          if (chosen.length === 0) {
            return ok({ tasks: [], waiting: toWaiting(foundry, plans), folder: foundry.folder })
          }
          const tasks = claim ? await claimAll(foundry, worker, chosen) : chosen.map(toNextTask)
          // Others may have been faster with every one of them.
          if (tasks.length === 0) continue
          for (const { overlaps } of chosen) for (const one of overlaps) warnOf(call, one)
          return ok({ tasks, folder: foundry.folder })
        }
      }),
  })

const noActiveSpec =
  'No spec is active, so there is no task. A maintainer calls create_spec, or move_spec to "active".'

async function openPlans({ plans }: Foundry, specId: string | undefined): Promise<readonly Plan[]> {
  if (specId !== undefined) return [await plans.read(specId)]
  return (await plans.list('active')).plans
}

async function claimAll(foundry: Foundry, worker: string, chosen: readonly Candidate[]) {
  const tasks: z.infer<typeof NextTask>[] = []
  for (const candidate of chosen) {
    const { spec_id } = candidate.plan
    const claimed = await claimIfFree(foundry, spec_id, { task_id: candidate.id, worker })
    if (claimed === undefined) continue
    const { lease, expires_at } = claimed
    tasks.push({ ...toNextTask(candidate), lease, expires_at })
  }
  return tasks
}

function toNextTask({ plan, id, files, isMine }: Candidate): z.infer<typeof NextTask> {
  const held = isMine ? plan.running.tasks[id] : undefined
  return {
    spec_id: plan.spec_id,
    task_id: id,
    title: nodeOf(plan.spec, id).title,
    phase_id: phaseOf(plan.spec, id),
    files: [...files],
    lease: held?.lease,
    expires_at: held?.expires_at,
  }
}

function toWaiting({ indexOf }: Foundry, plans: readonly Plan[]) {
  let held = 0
  let blocked = 0
  let open = 0
  for (const { spec, running } of plans) {
    for (const id of indexOf(spec).order) {
      const node = nodeOf(spec, id)
      if (node.children.length > 0 || node.status === 'completed') continue
      open++
      if (running.tasks[id] !== undefined) held++
      else if (node.status === 'blocked' || waitsFor(spec, id).length > 0) blocked++
    }
  }
  // Without a plan nothing is known to be done.
  return { held, blocked, open, done: open === 0 && plans.length > 0 }
}

interface Warns {
  warn(code: string, message: string, context?: Readonly<Record<string, unknown>>): void
}

const warnOf = (call: Warns, overlap: Overlap) =>
  call.warn(
    'FILES_OVERLAP',
    `Task '${overlap.task_id}' of '${overlap.spec_id}' also touches ${overlap.path}.`,
    { ...overlap },
  )
