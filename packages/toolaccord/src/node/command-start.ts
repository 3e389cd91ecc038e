import { exitOf } from '../codebook.ts'
import type { Contract } from '../contracts/contract.ts'
import { type Flag, createFlagSet } from '../faces/cli/flag.ts'
import { type Globals, globalFlags, readGlobals } from '../faces/cli/global-flags.ts'
import { createReport } from '../faces/cli/report.ts'
import { scan } from '../faces/cli/scan.ts'
import { type UsageProblem, toUsageFailure } from '../faces/cli/usage-problem.ts'
import { toLine } from '../log.ts'
import { createCliIo } from './cli-io.ts'

/** What a process is started with, before a server answers. */
export interface Start {
  readonly argv: readonly string[]
  readonly globals: Globals
  readonly io: ReturnType<typeof createCliIo>
  readonly contract: Contract
}

export function readStart(contract: Contract, program?: string): Start {
  const argv = process.argv.slice(2)
  const { globals } = readGlobals(scan(argv, createFlagSet<Flag>(globalFlags)).given, contract)
  return { argv, globals, io: createCliIo(program), contract }
}

/** Tells what is wrong with a command line; gives the exit code. */
export function refuse({ globals, io, contract }: Start, problems: readonly [UsageProblem, ...UsageProblem[]]): number {
  const failure = toUsageFailure(problems, contract, globals.requestId)
  createReport(io, globals, contract.codes).outcome(failure)
  return exitOf(contract.codes, failure)
}

/** Tells what kept a server from being loaded or served. */
export function refuseThrown(start: Start, thrown: unknown): number {
  if (start.globals.verbose) process.stderr.write(`${toLine('error', 'there is no server to call', { thrown })}\n`)
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  const hint = thrown instanceof Error && 'hint' in thrown && typeof thrown.hint === 'string' ? thrown.hint : undefined
  return refuse(start, [{ reason: 'invalid_argument', message, hint }])
}

export function print(text: string): number {
  process.stdout.write(text)
  return 0
}

/** Resolves when all that was printed is written, so that the process may be ended. */
export async function flushOutput(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) await new Promise<void>((resolve) => void stream.write('', () => resolve()))
}
