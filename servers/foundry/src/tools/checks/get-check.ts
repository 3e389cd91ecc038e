import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { proofOf } from '../../proof/checks/proof-of.ts'
import { specArgument } from '../arguments.ts'
import { readCodes } from '../codes.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'
import { findCheck } from './find-check.ts'
import { verifyArgument } from './verify-argument.ts'

const Run = z.object({
  run_id: z.string(),
  at: z.string(),
  by: z.string(),
  verdict: z.string(),
  reason: z.string(),
  exit_code: z.int().nullable(),
  output_hash: z.string(),
})

const output = z.object({
  spec_id: z.string(),
  verify_id: z.string(),
  task_id: z.string(),
  proof: z.enum(['none', 'claimed', 'failed', 'passed', 'stale', 'unverifiable']),
  reason: z.string(),
  runs: z.array(Run).describe('The newest first'),
  output: z.string().optional(),
})

/** Creates the tool that says what is known of a check. */
export const getCheck = (foundry: Foundry) =>
  defineTool({
    name: 'get_check',
    summary: 'Read how a check stands: passed, stale, claimed, failed; its runs and their output.',
    input: z.object({
      verify_id: verifyArgument,
      run_id: z.string().max(64).optional().describe('Adds the whole output of that run'),
      spec_id: specArgument,
    }),
    output,
    effect: 'read',
    codes: [...readCodes, 'NOT_FOUND'],
    scopes: [scopes.read],
    cli: { positionals: ['verify_id'] },
    run: ({ verify_id, run_id, spec_id }, call) =>
      guard(call, async () => {
        const plan = await findPlan(foundry, { spec_id, task_id: verify_id })
        const check = findCheck(plan, verify_id)
        const records = await foundry.checks.list(check.specId, verify_id)
        const tree =
          records.length > 0 ? await foundry.proofs.treeOf(plan, check.taskId) : undefined
        const { state, reason } = proofOf(check, records, tree)
        const asked = records.find(({ id }) => id === run_id)
        const text = asked && (await foundry.checks.output(asked.outputHash))
        if (run_id !== undefined && text === undefined) {
          return call.fail('NOT_FOUND', {
            path: 'run_id',
            message: `Check '${verify_id}' has no run '${run_id}' whose output is kept.`,
            hint: 'Leave run_id out for the runs of this check.',
          })
        }
        const runs = records.toReversed().map((one) => ({
          run_id: one.id,
          at: one.startedAt,
          by: `${one.by.kind} ${one.by.name}`,
          verdict: one.verdict,
          reason: one.reason,
          exit_code: one.exitCode,
          output_hash: one.outputHash,
        }))
        const { taskId: task_id } = check
        return ok({
          spec_id: plan.spec_id,
          verify_id,
          task_id,
          proof: state,
          reason,
          runs,
          output: text,
        })
      }),
  })
