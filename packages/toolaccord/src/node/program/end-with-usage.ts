import type { Contract } from '../../contracts/contract/contract.ts'
import { responseV2Contract } from '../../contracts/response-v2/contract.ts'
import type { Globals } from '../../faces/cli/commands/flags.ts'
import type { CliIo } from '../../faces/cli/commands/io.ts'
import { type UsageProblem, toUsageFailure } from '../../faces/cli/commands/to-usage-failure.ts'
import { createReport } from '../../faces/cli/create-report.ts'
import { createStreamLog } from '../../faces/cli/create-verbose-log.ts'
import { exitOf } from '../../outcome/codebook.ts'
import { LoadError } from './load-server.ts'

/** Writes what is wrong with a command line before there is a server, and returns the exit code. */
export function endWithUsage(
  io: CliIo,
  globals: Globals,
  problems: readonly UsageProblem[],
  contract: Contract = responseV2Contract,
): number {
  const failure = toUsageFailure(problems, contract, globals.requestId)
  createReport(io, globals, contract.codes).outcome(failure)
  return exitOf(contract.codes, failure)
}

/** Writes why a server could not be created or served, and returns the exit code. */
export function endWithThrown(
  io: CliIo,
  globals: Globals,
  thrown: unknown,
  contract?: Contract,
): number {
  if (globals.verbose) createStreamLog(io.stderr).error('there is no server to call', { thrown })
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  const hint = thrown instanceof LoadError ? thrown.hint : undefined
  return endWithUsage(io, globals, [{ reason: 'invalid_argument', message, hint }], contract)
}
