import type { CommandResult } from '../run/run-command.ts'
import type { CheckRun } from './check-run.ts'
import { commandOf, type Check } from './checks-of.ts'
import { judgeRun } from './judge-run.ts'
import { toCommandHash } from './to-command-hash.ts'

/** What a record has beside the check and the run. */
export type RunFacts = Pick<CheckRun, 'id' | 'tree' | 'head' | 'startedAt' | 'by'>

const longestPreview = 2000

/** Makes the record of a command that the server ran for a check. */
export function toCheckRun(check: Check, result: CommandResult, facts: RunFacts): CheckRun {
  return {
    ...facts,
    ...judgeRun(result, check.node),
    spec_id: check.specId,
    task_id: check.taskId,
    verify_id: check.id,
    command: commandOf(check.node) ?? '',
    commandHash: toCommandHash(check.node),
    exitCode: result.exitCode,
    durationMs: result.durationMs,
    outputHash: result.outputHash,
    outputPreview: result.output.slice(-longestPreview),
  }
}
