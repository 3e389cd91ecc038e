import type { Logger } from '../../log/log.ts'
import { exitOf } from '../../outcome/codebook.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { Server } from '../../server.ts'
import type { Globals } from './commands/flags.ts'
import type { CliIo } from './commands/io.ts'
import { type UsageProblem, toUsageFailure } from './commands/to-usage-failure.ts'
import type { About, Report } from './create-report.ts'

/** What stays the same while a command line runs. */
export interface CliRun {
  readonly server: Server
  readonly io: CliIo
  readonly globals: Globals
  readonly log: Logger
  readonly report: Report
  /** The call that is answered. */
  readonly about?: About
  /** True if the command does not wait for its job. */
  readonly isDetached?: boolean
}

/** The exit code of a run that the user interrupted. */
export const interrupted = 130

/** The name by which the server is called. */
export const programOf = (server: Server, { program }: CliIo): string => program ?? server.name

/** Writes what is wrong with a command line and returns the exit code. */
export function endWithUsage(run: CliRun, problems: readonly UsageProblem[]): number {
  return endWith(run, toUsageFailure(problems, run.server.contract, run.globals.requestId))
}

/** Writes an outcome and returns its exit code. */
export function endWith({ server, io, report, about }: CliRun, outcome: Outcome): number {
  report.outcome(outcome, about)
  if (outcome.ok) return 0
  if (io.signal?.aborted) return interrupted
  return exitOf(server.codes, outcome)
}
