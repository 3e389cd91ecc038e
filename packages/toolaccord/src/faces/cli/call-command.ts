import type { ToolListing } from '../../compile/to-tool-listing.ts'
import type { CallOptions } from '../../define/call.ts'
import { isRecord } from '../../json/json.ts'
import { type Outcome, hasNext } from '../../outcome/outcome.ts'
import { writeEnvelope } from '../../run/write-within.ts'
import { detachFlag } from './commands/answer-flags.ts'
import { type ArgumentFile, type FileValues, readFiles } from './commands/argument-files.ts'
import type { Command } from './commands/commands.ts'
import { type UsageProblem, toUsageFailure } from './commands/to-usage-failure.ts'
import { type CliRun, endWith, endWithUsage, interrupted, programOf } from './end-with.ts'
import type { Followed } from './jobs/follow-job.ts'
import type { CallRound } from './questions/call-asking.ts'
import type { CommandLine, Output } from './read/read-command-line.ts'
import { type ReadInputLine, readInputLine } from './read/read-input-line.ts'
import { withCommands } from './with-commands.ts'
import { findOutputProblem, writeOutput } from './write-output.ts'

/** Runs the command of a tool and returns the exit code. */
export async function callCommand(
  run: CliRun,
  command: Command,
  line: CommandLine,
): Promise<number> {
  const { io, globals } = run
  const { args, files, output, flagNames } = line
  const isDetached = command.tool.job === 'starts' && flagNames.has(detachFlag.name)
  const problem =
    (isDetached ? await findDetachProblem(run, output) : undefined) ??
    (output && (await findOutputProblem(output, io, globals)))
  if (problem !== undefined) return endWithUsage(run, [problem])
  const read = await readValues(run, files)
  if (read.problems.length > 0) return endWithUsage(run, read.problems)
  const implied = output && command.tool.cli.outputArguments
  const given = { ...implied, ...args, ...read.args }
  const whole = { ...run, isDetached }
  if (globals.stdin) return callForEachLine(whole, command, given)
  return call(whole, command, given, output)
}

/** Finds out why a command must wait for its job. */
async function findDetachProblem(
  run: CliRun,
  output: Output | undefined,
): Promise<UsageProblem | undefined> {
  const { jobs: desk } = run.server
  if (output !== undefined) {
    const message = '--output writes the answer, and --detach does not wait for it.'
    return { reason: 'invalid_argument', message, hint: 'Leave one of them out.' }
  }
  const jobs = await import('./jobs/call-long-tool.ts')
  return desk && jobs.findDetachProblem({ ...run, desk })
}

async function readValues(
  { server, io }: CliRun,
  files: readonly ArgumentFile[],
): Promise<FileValues> {
  if (files.length === 0) return { args: {}, problems: [] }
  return readFiles(files, io, server.limits.bodyBytes)
}

async function call(
  run: CliRun,
  { tool, calledAs }: Command,
  args: unknown,
  output?: Output,
): Promise<number> {
  const { server, io, globals, log, report } = run
  const options: CallOptions = {
    face: 'cli',
    id: globals.requestId,
    caller: io.caller,
    idempotencyKey: globals.idempotencyKey,
    consent: globals.yes ? 'granted' : undefined,
    agreeBy: 'run it again with --yes',
    signal: io.signal,
    timeoutMs: globals.timeoutMs,
    budget: globals.budget,
    log,
    onProgress: report.progress,
  }
  const callWaiting = (waitMs?: number) =>
    callRounds(run, tool, (conversation) =>
      server.call(calledAs, args, { ...options, conversation, waitMs }),
    )
  if (tool.job !== 'starts') {
    const answered = await callWaiting()
    return endCall(run, calledAs, await putOut(run, answered, output), options)
  }
  const { outcome, isLeft } = await runJob(run, () => callWaiting(0))
  if (!isLeft) return endCall(run, calledAs, await putOut(run, outcome, output), options)
  await endCall(run, calledAs, outcome, options)
  return interrupted
}

/** Runs a long tool: follows its job, or leaves it to another process. */
async function runJob(run: CliRun, start: () => Promise<Outcome>): Promise<Followed> {
  const { server, isDetached } = run
  const { jobs: desk } = server
  if (desk === undefined) return { outcome: await start(), isLeft: false }
  // Loaded only when it is needed: a call must start fast.
  const jobs = await import('./jobs/call-long-tool.ts')
  const command = { ...run, desk }
  if (!isDetached) return jobs.callLongTool(start, command)
  return { outcome: await jobs.callDetached(start, command), isLeft: false }
}

/** Writes the answer of a tool, as much of it as its budget lets, and returns the exit code. */
export async function endCall(
  run: CliRun,
  name: string,
  outcome: Outcome,
  options: CallOptions,
): Promise<number> {
  const { server, io, globals } = run
  const spellNext = (one: Outcome) => withCommands(one, server, programOf(server, io))
  if (server.fitter === undefined) {
    return endWith(run, hasNext(outcome) ? spellNext(outcome) : outcome)
  }
  const { contract } = globals
  const written = await writeEnvelope(server, { name, outcome, contract, options, spellNext })
  return endWith({ ...run, about: { ...run.about, written } }, written.outcome)
}

/** Makes a call, with the questions of a tool that may have some. */
async function callRounds(
  { io, globals }: CliRun,
  { interactive, consent }: ToolListing,
  callRound: CallRound,
): Promise<Outcome> {
  if (!interactive && consent === undefined) return callRound(undefined)
  // Loaded only when it is needed: a call must start fast.
  const { callAsking } = await import('./questions/call-asking.ts')
  return callAsking(globals.stdin ? undefined : io.prompt, callRound)
}

/** Writes the output of an answer; if that is not possible, the failure holds the whole answer. */
async function putOut(
  { server, io, globals }: CliRun,
  outcome: Outcome,
  output: Output | undefined,
): Promise<Outcome> {
  if (output === undefined) return outcome
  const written = await writeOutput(outcome, output, io)
  if (!('reason' in written)) return written
  const failed = toUsageFailure([written], server.contract, globals.requestId)
  return { ...failed, data: outcome.data }
}

/** Makes one call per line, each with its own answer; returns the highest exit code. */
async function callForEachLine(run: CliRun, command: Command, given: object): Promise<number> {
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
  if (io.signal?.aborted) return interrupted
  return exit
}

async function callLine(run: CliRun, command: Command, line: ReadInputLine): Promise<number> {
  if ('problem' in line) return endWithUsage(run, [line.problem])
  const { args, problems } = await readValues(run, line.files)
  if (problems.length > 0) return endWithUsage(run, problems)
  if (!isRecord(line.args)) return call(run, command, line.args)
  return call(run, command, { ...line.args, ...args })
}
