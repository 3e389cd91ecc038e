import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { FoundryError } from '../../errors/foundry-error.ts'
import { nodeOf } from '../../spec/node-of.ts'
import type { Plan } from '../../store/plan-store.ts'
import { applyMove } from '../../work/apply-move.ts'
import { toBrief } from '../../work/to-brief.ts'
import { proseArgument, specArgument, taskArgument } from '../arguments.ts'
import { writeCodes } from '../codes.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { movedOutput } from '../moved-output.ts'
import { scopes } from '../scopes.ts'
import { toAct } from '../to-act.ts'
import { toProofError, withChecksDone } from '../work/with-checks-done.ts'

const Verdict = z.object({
  met: z.boolean(),
  evidence: proseArgument.describe('Where it can be seen: a file and line, a test, an output'),
})

const input = z.object({
  task_id: taskArgument,
  verdicts: z.array(Verdict).max(100).describe('One for each criterion, in their order'),
  summary: proseArgument.describe('What the worker should know'),
  spec_id: specArgument,
})

/** Creates the tool that approves a task, or sends it back. */
export const review = (foundry: Foundry) =>
  defineTool({
    name: 'review',
    summary: 'Judge a task that was handed in, criterion by criterion; all met completes it.',
    input,
    output: movedOutput,
    effect: 'write',
    codes: [...writeCodes, 'PROOF_REQUIRED', 'PROOF_STALE'],
    scopes: [scopes.maintain],
    cli: { positionals: ['task_id'], files: { verdicts: JSON.parse } },
    run: ({ task_id, verdicts, summary, spec_id: named }, call) =>
      guard(call, async () => {
        const plan = await findPlan(foundry, { spec_id: named, task_id })
        const who = foundry.workerOf(call)
        checkMayReview(plan, task_id, who)
        checkVerdicts(plan, task_id, verdicts.length)
        const isMet = verdicts.every(({ met }) => met)
        if (isMet) {
          const [first, ...others] = await foundry.proofs.missing(plan, task_id)
          if (first !== undefined) throw toProofError(first, others)
        }
        const move = isMet ? 'complete' : 'reject'
        const reviews = [...reviewsOf(plan, task_id), { who, summary, verdicts, approved: isMet }]
        const act = toAct(foundry, who, summary, { reviews })
        const edited = await foundry.plans.edit(plan.spec_id, (now) => {
          checkMayReview(now, task_id, who)
          const { spec, running, to } = applyMove(now, task_id, move, act)
          return { spec: isMet ? withChecksDone(spec, task_id) : spec, running, answer: to }
        })
        const { spec_id, version, answer: state } = edited
        return ok({ spec_id, task_id, state, version })
      }),
  })

/** Nobody judges the own work. */
function checkMayReview({ running }: Plan, id: string, who: string): void {
  const held = running.tasks[id]
  if (held?.state === 'in_review' && held.holder === who) {
    throw new FoundryError('FORBIDDEN', `'${who}' did task '${id}', and cannot review it.`, {
      path: 'task_id',
      hint: 'Let another person or agent review it.',
    })
  }
}

function checkVerdicts(plan: Plan, id: string, count: number): void {
  const { criteria } = toBrief(plan, id)
  if (criteria.length === count) return
  throw new FoundryError(
    'VALIDATION_ERROR',
    `The task has ${criteria.length} criteria, not ${count}.`,
    {
      path: 'verdicts',
      hint: `Give one verdict for each: ${criteria.join(' | ')}`,
    },
  )
}

function reviewsOf({ spec }: Plan, id: string): readonly unknown[] {
  const { reviews } = nodeOf(spec, id).metadata
  return Array.isArray(reviews) ? reviews : []
}
