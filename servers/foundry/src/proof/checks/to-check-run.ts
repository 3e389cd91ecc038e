import { createHash } from 'node:crypto'
import type { CommandResult } from '../run/run-command.ts'
import type { CheckRun, Verdict } from './check-run.ts'
import { commandOf, type Check } from './checks-of.ts'
import { judgeRun } from './judge-run.ts'
import { toCommandHash } from './to-command-hash.ts'

/** What a record has beside the check and the run. */
export type RunFacts = Pick<CheckRun, 'id' | 'tree' | 'head' | 'startedAt' | 'by'>

/** What a person or a worker says of a check. */
export interface ReportedResult {
  readonly verdict: Verdict
  /** What they saw. */
  readonly note: string
}

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

/** Makes the record of what somebody says of a check, without a run. */
export function toReportedRun(
  check: Check,
  { verdict, note }: ReportedResult,
  facts: RunFacts,
): CheckRun {
  return {
    ...facts,
    verdict,
    reason: `${facts.by.name} says that the check ${words[verdict]}.`,
    spec_id: check.specId,
    task_id: check.taskId,
    verify_id: check.id,
    command: '',
    commandHash: toCommandHash(check.node),
    exitCode: null,
    durationMs: 0,
    outputHash: `sha256:${createHash('sha256').update(note).digest('hex')}`,
    outputPreview: note.slice(0, longestPreview),
  }
}

const words = {
  passed: 'passed',
  failed: 'failed',
  error: 'could not be made',
  timeout: 'took too long',
} as const satisfies Record<Verdict, string>
