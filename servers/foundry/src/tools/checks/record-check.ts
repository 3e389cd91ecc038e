import { createHash } from 'node:crypto'
import { type Call, defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { CheckAuthor, CheckRun } from '../../proof/checks/check-run.ts'
import { type Check, checkKindOf } from '../../proof/checks/checks-of.ts'
import { toCommandHash } from '../../proof/checks/to-command-hash.ts'
import { withCheckResult } from '../../tasks/with-check-result.ts'
import { leaseArgument, proseArgument, specArgument } from '../arguments.ts'
import { writeCodes } from '../codes.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'
import { checkFence } from './check-fence.ts'
import { findCheck } from './find-check.ts'
import { verifyArgument } from './verify-argument.ts'

const input = z.object({
  verify_id: verifyArgument,
  result: z.enum(['passed', 'failed']),
  evidence: proseArgument.describe('What was looked at, and what was seen'),
  lease: leaseArgument,
  spec_id: specArgument,
})

const output = z.object({
  spec_id: z.string(),
  verify_id: z.string(),
  run_id: z.string(),
  counts_as: z.enum(['passed', 'failed', 'claimed']),
})

/** Creates the tool that records what somebody saw. */
export const recordCheck = (foundry: Foundry) =>
  defineTool({
    name: 'record_check',
    summary: 'Record what was seen for a check. The word of a worker is a claim, not a pass.',
    input,
    output,
    effect: 'write',
    codes: writeCodes,
    scopes: [scopes.work],
    interactive: true,
    rest: {
      method: 'POST',
      path: '/specs/:spec_id/checks',
      form: '/plans/:spec_id#node-:verify_id',
    },
    cli: { positionals: ['verify_id', 'result'] },
    run: ({ verify_id, result, evidence, lease, spec_id }, call) =>
      guard(call, async () => {
        const plan = await findPlan(foundry, { spec_id, task_id: verify_id })
        const check = findCheck(plan, verify_id)
        const worker = foundry.workerOf(call)
        // A person looks at what another has made.
        if (!foundry.isMaintainer(call)) checkFence(foundry, plan, check, { worker, lease })
        const by = askForAuthor(foundry, call, check, { result, evidence })
        const record = {
          ...toRecord(foundry, check, { result, evidence, by }),
          tree: await foundry.proofs.treeOf(plan, check.taskId),
          head: await foundry.git.head(),
        }
        await foundry.checks.add(record, evidence)
        await foundry.plans.edit(plan.spec_id, ({ spec }) => ({
          spec: withCheckResult(spec, record),
          answer: undefined,
        }))
        const isClaim = by.kind === 'worker'
        if (isClaim) call.warn('CLAIM_ONLY', toAdvice(check))
        const counts_as = isClaim ? 'claimed' : result
        return ok({ spec_id: plan.spec_id, verify_id, run_id: record.id, counts_as } as const)
      }),
  })

interface Seen {
  readonly result: 'passed' | 'failed'
  readonly evidence: string
}

/** Who says so: a maintainer, the user if the client can ask, or else the worker itself. */
function askForAuthor(
  foundry: Foundry,
  call: Call<never>,
  check: Check,
  { result, evidence }: Seen,
): CheckAuthor {
  const name = foundry.workerOf(call)
  if (foundry.isMaintainer(call)) return { kind: 'person', name }
  const isForPeople = checkKindOf(check.node) !== 'run-tests'
  if (!isForPeople || !call.capabilities.elicitation) return { kind: 'worker', name }
  const { agrees } = call.ask('agrees', {
    message: `Has this check ${result}? ${check.node.title}\nThe agent says: ${evidence}`,
    schema: z.object({ agrees: z.boolean().describe('Yes, I looked, and it is so') }),
  })
  return agrees ? { kind: 'person', name: `the user of ${name}` } : { kind: 'worker', name }
}

function toRecord(
  { ids, now }: Foundry,
  check: Check,
  { result, evidence, by }: Seen & { readonly by: CheckAuthor },
): Omit<CheckRun, 'tree' | 'head'> {
  return {
    id: ids.id(),
    spec_id: check.specId,
    task_id: check.taskId,
    verify_id: check.id,
    command: '',
    commandHash: toCommandHash(check.node),
    exitCode: null,
    durationMs: 0,
    outputHash: `sha256:${createHash('sha256').update(evidence).digest('hex')}`,
    outputPreview: evidence,
    startedAt: now().toISOString(),
    by,
    verdict: result,
    reason: evidence.slice(0, 500),
  }
}

const toAdvice = ({ id, node }: Check): string =>
  checkKindOf(node) === 'run-tests'
    ? `This is a claim. Call run_check with verify_id '${id}' for a pass.`
    : 'This is a claim. A person must look, and record it as a maintainer.'
