import type { Globals } from '../../faces/cli/commands/flags.ts'
import type { CliIo } from '../../faces/cli/commands/io.ts'
import type { Server } from '../../server.ts'
import { drainInTime } from './drain-in-time.ts'
import { endWithUsage } from './end-with-usage.ts'
import type { WorkRequest } from './jobs/work-flags.ts'
import { findWorkProblem, workUntilStopped } from './jobs/work-until-stopped.ts'
import { watchProcess } from './watch-process.ts'

/** The command line of a process that runs jobs. */
export interface WorkCommand {
  readonly io: CliIo & { readonly signal: AbortSignal }
  readonly globals: Globals
}

/**
 * Runs the jobs of a server until the process is told to stop, no job is left, or an error comes up
 * that no job caught; resolves to the exit code.
 */
export async function workWatched(
  server: Server,
  request: WorkRequest,
  { io, globals }: WorkCommand,
): Promise<number> {
  const problem = findWorkProblem(server)
  if (problem !== undefined) return endWithUsage(io, globals, [problem], server.contract)
  const watch = watchProcess(server, io.signal)
  const tell = (line: string) => {
    if (!globals.quiet) io.stderr.write(`${line}\n`)
  }
  await workUntilStopped(server, { ...request, stopped: watch.stopped, tell })
  await drainInTime(server)
  return watch.end()
}
