import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { FoundryError } from '../../errors/foundry-error.ts'
import { nodeOf } from '../../spec/node-of.ts'
import type { Spec } from '../../spec/spec.ts'
import { withJournal } from '../../spec/with-journal.ts'
import { withMetadata, withNode } from '../../spec/with-node.ts'
import type { Plan } from '../../store/plan-store.ts'
import { type Act, applyMove } from '../../tasks/apply-move.ts'
import { toBrief } from '../../tasks/to-brief.ts'
import { proseArgument, specArgument, taskArgument } from '../arguments.ts'
import { writeCodes } from '../codes.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { movedOutput } from '../moved-output.ts'
import { scopes } from '../scopes.ts'
import { toProofError, withChecksDone } from '../tasks/with-checks-done.ts'
import { toAct } from '../to-act.ts'

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
    rest: {
      method: 'POST',
      path: '/specs/:spec_id/reviews',
      form: '/plans/:spec_id#node-:task_id',
    },
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
        const given = { who, summary, verdicts, approved: isMet }
        const edited = await foundry.plans.edit(plan.spec_id, (now) => {
          checkMayReview(now, task_id, who)
          const reviews = [...reviewsOf(now, task_id), given]
          // The note of whoever did the work says more about it than that of the reviewer.
          const { note: status_note = summary, started_at } = now.running.tasks[task_id] ?? {}
          const act = toAct(foundry, who, summary, { reviews, status_note, started_at })
          const { spec, running, to } = applyMove(now, task_id, move, act)
          const after = isMet ? withChecksDone(spec, task_id) : withSentBack(spec, task_id, act)
          return { spec: after, running, answer: to }
        })
        const { spec_id, version, answer: state } = edited
        return ok({ spec_id, task_id, state, version })
      }),
  })

/** The file keeps why a task was sent back, and whoever has it finds that in its brief. */
function withSentBack(spec: Spec, id: string, { who, now, entryId, reason, metadata }: Act): Spec {
  const { reviews } = metadata ?? {}
  const judged = withNode(spec, id, (node) => withMetadata(node, { reviews }))
  return withJournal(judged, {
    timestamp: now.toISOString(),
    entry_type: 'note',
    title: `${nodeOf(spec, id).title}: sent back`,
    content: reason,
    author: who,
    task_id: id,
    metadata: { id: entryId },
  })
}

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
