import { createCliIo } from './cli-io.ts'
import { endProcess } from './end-process.ts'
import type { ProgramInit, ProgramOption } from './program.ts'
import { runProgram } from './run-program.ts'

/** Makes this process a program: runs its command line and ends it with the exit code. */
export async function serveProgram<const Options extends Readonly<Record<string, ProgramOption>>>(
  init: ProgramInit<Options>,
): Promise<never> {
  const exit = await runProgram(init, process.argv.slice(2), createCliIo(init.name))
  return endProcess(exit)
}
