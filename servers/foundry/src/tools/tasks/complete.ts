import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { FoundryError } from '../../errors/foundry-error.ts'
import { checksOf } from '../../proof/checks/checks-of.ts'
import { nodeOf } from '../../spec/node-of.ts'
import type { Spec } from '../../spec/spec.ts'
import { isSettled, stateOf } from '../../state/state-of.ts'
import type { Plan } from '../../store/plan-store.ts'
import type { RunningTask } from '../../store/running.ts'
import { type Moved, applyMove } from '../../tasks/apply-move.ts'
import { checkReady } from '../../tasks/check-ready.ts'
import { heldBy } from '../../tasks/claim-task.ts'
import { toProgress } from '../../tasks/to-progress.ts'
import { leaseArgument, proseArgument, specArgument, taskArgument } from '../arguments.ts'
import { writeCodes } from '../codes.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'
import { toAct } from '../to-act.ts'
import { toProofError, withChecksDone } from './with-checks-done.ts'

const input = z.object({
  task_id: taskArgument,
  note: proseArgument.describe('What was done, for the journal'),
  lease: leaseArgument,
  spec_id: specArgument,
})

const output = z.object({
  spec_id: z.string(),
  task_id: z.string(),
  state: z.enum(['completed', 'in_review']),
  progress: z.string().describe('Done of all'),
  version: z.string(),
})

/** Creates the tool that ends a task, if it is proved to be done. */
export const complete = (foundry: Foundry) =>
  defineTool({
    name: 'complete',
    summary: 'End a task that you began. Its parts must be done, and its checks passed and fresh.',
    input,
    output,
    effect: 'write',
    codes: [...writeCodes, 'PROOF_REQUIRED', 'PROOF_STALE'],
    scopes: [scopes.work],
    cli: { positionals: ['task_id'] },
    run: ({ task_id, note, lease, spec_id: named }, call) =>
      guard(call, async () => {
        const plan = await findPlan(foundry, { spec_id: named, task_id })
        const holder = { worker: foundry.workerOf(call), lease }
        checkCanEnd(plan, task_id, holder)
        const [first, ...others] = await foundry.proofs.missing(plan, task_id)
        if (first !== undefined) throw toProofError(first, others)
        for (const { code, message } of await foundry.proofs.doubts(plan, task_id)) {
          call.warn(code, message)
        }
        const edited = await foundry.plans.edit(plan.spec_id, (now) => {
          const held = checkCanEnd(now, task_id, holder)
          // What was proved is proved for these checks; a change meanwhile needs a new look.
          if (checksText(now.spec, task_id) !== checksText(plan.spec, task_id))
            throw changedChecks()
          const moved = end(foundry, now, task_id, { held, note, who: holder.worker })
          return { ...moved, answer: moved.to }
        })
        return ok({
          spec_id: plan.spec_id,
          task_id,
          state: edited.answer === 'in_review' ? 'in_review' : 'completed',
          progress: toProgress(edited.spec),
          version: edited.version,
        } as const)
      }),
  })

/** Throws unless the caller has the task, has begun it, and nothing under it is open. */
function checkCanEnd({ spec, running }: Plan, id: string, holder: Parameters<typeof heldBy>[2]) {
  const state = stateOf(nodeOf(spec, id))
  if (isSettled(state)) throw isEnded(id, state)
  const held = heldBy(running, id, holder)
  if (held.state !== 'in_progress') throw isNotBegun(id, held)
  checkReady(spec, id)
  return held
}

interface Ending {
  readonly held: RunningTask
  readonly note: string
  readonly who: string
}

function end(foundry: Foundry, plan: Plan, id: string, { held, note, who }: Ending): Moved {
  const needsReview = nodeOf(plan.spec, id).metadata.needs_review === true
  const { started_at } = held
  const act = toAct(foundry, who, note, { started_at, actual_hours: hoursSince(foundry, held) })
  if (needsReview) return applyMove(plan, id, 'submit', act)
  const moved = applyMove(plan, id, 'complete', act)
  return { ...moved, spec: withChecksDone(moved.spec, id) }
}

function hoursSince({ now }: Foundry, { started_at }: RunningTask): number | undefined {
  if (started_at === undefined) return undefined
  const hours = (now().getTime() - Date.parse(started_at)) / 3_600_000
  return Math.round(hours * 1000) / 1000
}

const checksText = (spec: Spec, id: string): string =>
  JSON.stringify([nodeOf(spec, id).metadata, checksOf(spec, id).map(({ node }) => node)])

const isEnded = (id: string, state: string) =>
  new FoundryError('CONFLICT', `Task '${id}' is ${state} already.`, {
    path: 'task_id',
    hint: 'Call next for another task.',
    details: { state },
  })

const isNotBegun = (id: string, { state }: RunningTask) =>
  new FoundryError('CONFLICT', `Task '${id}' is ${state}, so it cannot be completed.`, {
    path: 'task_id',
    hint:
      state === 'claimed'
        ? 'Call start first, so that the change can be compared with its beginning.'
        : 'It waits for a reviewer, who ends it with review.',
    details: { state },
  })

const changedChecks = () =>
  new FoundryError('VERSION_CONFLICT', 'The task or its checks were changed just now.', {
    hint: 'Call prepare to read it again, and run its checks again.',
  })
