import type { CliRun } from './cli-run.ts'
import type { Command } from './commands/commands.ts'
import { type ReadInputLine, readInputLine } from './read/read-input-line.ts'

/** Makes the call of one line, and returns its exit code. */
export type CallLine = (run: CliRun, command: Command, line: ReadInputLine) => Promise<number>

/** Makes one call per line, each with its own answer; returns the highest exit code. */
export async function callForEachLine(
  run: CliRun,
  command: Command,
  given: object,
  callLine: CallLine,
): Promise<number> {
  const { server, io, report } = run
  const context = { command, given, mostBytes: server.limits.bodyBytes }
  let exit = 0
  let number = 0
  let done = 0
  for await (const text of io.stdin()) {
    if (io.signal?.aborted) break
    number++
    const line = text.trim()
    if (line === '') continue
    report.next(done, line)
    done++
    const read = readInputLine({ text, number }, context)
    const ended = await callLine({ ...run, about: { command, line } }, command, read)
    exit = Math.max(exit, ended)
  }
  return exit
}
