import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { checksOf } from '../../proof/checks/checks-of.ts'
import { proofOf } from '../../proof/checks/proof-of.ts'
import type { Plan } from '../../store/plan-store.ts'
import { stateNow } from '../../tasks/state-now.ts'
import { toBrief } from '../../tasks/to-brief.ts'
import { specArgument, taskArgument } from '../arguments.ts'
import { readCodes } from '../codes.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'

const output = z.object({
  spec_id: z.string(),
  task_id: z.string(),
  title: z.string(),
  state: z.string(),
  note: z.string().optional().describe('What the worker says'),
  worker: z.string().optional(),
  criteria: z.array(z.string()).describe('Judge each, in this order, with review'),
  checks: z.array(z.object({ verify_id: z.string(), proof: z.string(), reason: z.string() })),
  journal: z.array(z.string()),
  diff: z.string().optional().describe('What changed since the start'),
  diff_is_cut: z.boolean().optional(),
  new_files: z.array(z.string()).optional(),
})

/** How many bytes of a difference a reviewer gets; fidelity keeps the rest of the answer. */
const diffBytes = 200_000

/** Creates the tool that gives a reviewer all that is needed to judge a task. */
export const prepareReview = (foundry: Foundry) =>
  defineTool({
    name: 'prepare_review',
    summary: 'Read all that a review of a task needs: criteria, proofs, journal, the difference.',
    input: z.object({ task_id: taskArgument, spec_id: specArgument }),
    output,
    effect: 'read',
    codes: readCodes,
    scopes: [scopes.read],
    cli: { positionals: ['task_id'] },
    run: (choice, call) =>
      guard(call, async () => {
        const plan = await findPlan(foundry, choice)
        const { task_id } = choice
        const { state, held } = stateNow(plan, task_id)
        const { title, criteria, journal, files } = toBrief(plan, task_id)
        const base = held?.head
        const diff =
          base === undefined ? undefined : await foundry.git.diffSince(base, files, diffBytes)
        return ok({
          spec_id: plan.spec_id,
          task_id,
          title,
          state,
          note: held?.note,
          worker: held?.holder,
          criteria: [...criteria],
          checks: await proofsOf(foundry, plan, task_id),
          journal: [...journal],
          diff: diff?.text,
          diff_is_cut: diff?.isCut,
          new_files: diff === undefined ? undefined : [...diff.untracked],
        })
      }),
  })

async function proofsOf({ proofs }: Foundry, plan: Plan, taskId: string) {
  const records = await proofs.recordsOf(plan, taskId)
  const tree = records.length > 0 ? await proofs.treeOf(plan, taskId) : undefined
  return checksOf(plan.spec, taskId).map((check) => {
    const { state, reason } = proofOf(check, records, tree)
    return { verify_id: check.id, proof: state, reason }
  })
}
