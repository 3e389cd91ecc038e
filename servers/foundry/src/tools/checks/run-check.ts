import { type Call, defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { FoundryError } from '../../errors/foundry-error.ts'
import { type Check, commandOf } from '../../proof/checks/checks-of.ts'
import { toCheckRun } from '../../proof/checks/to-check-run.ts'
import { runCommand } from '../../proof/run/run-command.ts'
import type { Plan } from '../../store/plan-store.ts'
import { withCheckResult } from '../../tasks/with-check-result.ts'
import { leaseArgument, specArgument } from '../arguments.ts'
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
  timeout_s: z.int().min(1).max(3600).default(600).describe('Seconds that the command may take'),
  lease: leaseArgument,
  spec_id: specArgument,
})

const output = z.object({
  spec_id: z.string(),
  verify_id: z.string(),
  run_id: z.string(),
  verdict: z.enum(['passed', 'failed', 'error', 'timeout']),
  reason: z.string(),
  exit_code: z.int().nullable(),
  duration_ms: z.int(),
  output_end: z.string().describe('The last lines; get_check with run_id gives all'),
})

/** How often a caller hears that a command still runs. */
const heartbeatMs = 4000

/** How many characters of the output an answer has. */
const endLength = 800

/** Creates the tool that runs a check, which is the only way for a worker to make it pass. */
export const runCheck = (foundry: Foundry) =>
  defineTool({
    name: 'run_check',
    summary: 'Run the command of a check in the repository; the server judges the result.',
    input,
    output,
    effect: 'write',
    consent: 'RUN_CHECK',
    codes: writeCodes,
    scopes: [scopes.work],
    cli: { positionals: ['verify_id'] },
    long: { maxMs: 3_900_000, repeatable: true },
    openWorld: true,
    async prepare({ verify_id, spec_id }, call) {
      const command = await guard(call, async () => {
        const plan = await findPlan(foundry, { spec_id, task_id: verify_id })
        return commandOrThrow(findCheck(plan, verify_id))
      })
      return { question: `Run this command in the repository?\n${command}\n` }
    },
    run: ({ verify_id, timeout_s, lease, spec_id }, call) =>
      guard(call, async () => {
        const plan = await findPlan(foundry, { spec_id, task_id: verify_id })
        const check = findCheck(plan, verify_id)
        checkFence(foundry, plan, check, { worker: foundry.workerOf(call), lease })
        const { record, text } = await run(foundry, plan, check, { call, timeout_s })
        await foundry.checks.add(record, text)
        await foundry.plans.edit(plan.spec_id, ({ spec }) => ({
          spec: withCheckResult(spec, record),
          answer: undefined,
        }))
        return ok({
          spec_id: plan.spec_id,
          verify_id,
          run_id: record.id,
          verdict: record.verdict,
          reason: record.reason,
          exit_code: record.exitCode,
          duration_ms: record.durationMs,
          output_end: text.slice(-endLength),
        })
      }),
  })

interface Running {
  readonly call: Pick<Call, 'signal' | 'progress' | 'caller' | 'client' | 'face'>
  readonly timeout_s: number
}

async function run(foundry: Foundry, plan: Plan, check: Check, { call, timeout_s }: Running) {
  const command = commandOrThrow(check)
  const tree = await foundry.proofs.treeOf(plan, check.taskId)
  const head = await foundry.git.head()
  const startedAt = foundry.now().toISOString()
  const watch = watchOutput(call, timeout_s)
  try {
    const result = await runCommand({
      command,
      cwd: foundry.plans.folders.root,
      timeoutMs: timeout_s * 1000,
      env: foundry.env,
      envNames: namesIn(foundry.env.FOUNDRY_CHECK_ENV),
      signal: call.signal,
      onOutput: watch.onOutput,
    })
    call.signal.throwIfAborted()
    const by = { kind: 'server', name: foundry.workerOf(call) } as const
    const record = toCheckRun(check, result, { id: foundry.ids.id(), tree, head, startedAt, by })
    return { record, text: result.output }
  } finally {
    watch.end()
  }
}

/** Tells the caller every few seconds that the command runs, with its last line. */
function watchOutput(call: Running['call'], timeout_s: number) {
  const began = performance.now()
  let line = ''
  const tell = () => {
    const seconds = Math.round((performance.now() - began) / 1000)
    call.progress(Math.min(seconds, timeout_s), timeout_s, line || 'The command runs.')
  }
  const timer = setInterval(tell, heartbeatMs)
  return {
    onOutput(text: string) {
      line = text.trimEnd().split('\n').at(-1)?.slice(0, 200) ?? line
    },
    end: () => clearInterval(timer),
  }
}

const namesIn = (list = ''): readonly string[] => list.split(/[\s,]+/).filter((one) => one !== '')

function commandOrThrow({ id, node }: Check): string {
  const command = commandOf(node)
  if (command !== undefined) return command
  throw new FoundryError('CONFLICT', `Check '${id}' has no command.`, {
    path: 'verify_id',
    hint: 'A person looks and calls record_check, or a maintainer gives it a command.',
  })
}
