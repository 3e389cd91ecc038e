import type { ToolListing } from '../../compile/to-tool-listing.ts'
import type { CallOptions } from '../../define/call.ts'
import { isRecord } from '../../json/json.ts'
import { type Logger, isDefaultLog, silentLog } from '../../log/log.ts'
import { nearest } from '../../names/nearest.ts'
import { exitOf } from '../../outcome/codebook.ts'
import { type Outcome, hasNext } from '../../outcome/outcome.ts'
import { writeEnvelope } from '../../run/write-within.ts'
import type { Server } from '../../server.ts'
import type { CliRun } from './cli-run.ts'
import { detachFlag } from './commands/answer-flags.ts'
import { type ArgumentFile, type FileValues, readFiles } from './commands/argument-files.ts'
import { type BuiltIn, builtInsOf, shells, unknownShell } from './commands/built-ins.ts'
import { type Command, commandName, findCommand, isCommand } from './commands/commands.ts'
import { isGroup } from './commands/group.ts'
import type { CliIo } from './commands/io.ts'
import { type UsageProblem, toUsageFailure } from './commands/to-usage-failure.ts'
import { createReport } from './create-report.ts'
import { createVerboseLog } from './create-verbose-log.ts'
import type { Followed } from './jobs/follow-job.ts'
import type { CallRound } from './questions/call-asking.ts'
import {
  type CommandLine,
  type Output,
  type Target,
  readCommandLine,
  readTarget,
  unexpectedArgument,
} from './read/read-command-line.ts'
import type { ReadInputLine } from './read/read-input-line.ts'
import { Scan } from './read/scan.ts'
import { coloursOf } from './render/colours.ts'
import { withCommands } from './with-commands.ts'
import { findOutputProblem, writeOutput } from './write-output.ts'

/** The exit code of a run that the user interrupted. */
const interrupted = 130

/**
 * Runs one command line against a server and resolves to its exit code. It never throws and never
 * ends the process.
 */
export async function runCli(server: Server, argv: readonly string[], io: CliIo): Promise<number> {
  return runScanned(server, new Scan(argv), io)
}

/**
 * Runs what is left of a command line, from the word of its command on, or after the word of a
 * built-in command; like `runCli`.
 */
export async function runScanned(
  server: Server,
  scan: Scan,
  io: CliIo,
  builtIn?: BuiltIn,
): Promise<number> {
  const line = readCommandLine(server, scan, builtIn)
  const { globals } = line
  const log = globals.verbose ? createVerboseLog(server.log, io.stderr) : quietLogOf(server)
  const run: CliRun = { server, io, globals, log, report: createReport(io, globals, server.codes) }
  return perform(run, line)
    .catch((thrown: unknown) => {
      log.error('the command line failed', { thrown })
      return endWithUsage(run, [{ reason: 'internal' }])
    })
    .catch(() => 1)
}

/** The log of a server; if no author gave it, a command that nobody asked for a log prints none. */
const quietLogOf = ({ log }: Server): Logger =>
  isDefaultLog(log) && !log.isAsked ? silentLog : log

async function perform(run: CliRun, line: CommandLine): Promise<number> {
  const { globals, word, target, words, problems } = line
  const { server, io } = run
  if (globals.version) return print(io, `${server.name} ${server.version}\n`)
  const isKnown = word === undefined || target !== undefined
  if (globals.help && isKnown) return explain(run, target)
  if (problems.length > 0) return endWithUsage(run, problems)
  if (word === undefined) return explain(run)
  if (target === undefined) return endWithUnknownCommand(run, word)
  if (isCommand(target)) return callCommand({ ...run, about: { command: target } }, target, line)
  if (isGroup(target)) return explain(run, target)
  if (target.name === 'help') return explainWords(run, words)
  if (target.name === 'completion') return complete(run, words)
  return performJobs(run, line)
}

async function callCommand(run: CliRun, command: Command, line: CommandLine): Promise<number> {
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
  if (!globals.stdin) return call(whole, command, given, output)
  // Loaded only when it is needed: a call must start fast.
  const { callForEachLine } = await import('./call-for-each-line.ts')
  const exit = await callForEachLine(whole, command, given, callLine)
  return io.signal?.aborted ? interrupted : exit
}

async function callLine(run: CliRun, command: Command, line: ReadInputLine): Promise<number> {
  if ('problem' in line) return endWithUsage(run, [line.problem])
  const { args, problems } = await readValues(run, line.files)
  if (problems.length > 0) return endWithUsage(run, problems)
  if (!isRecord(line.args)) return call(run, command, line.args)
  return call(run, command, { ...line.args, ...args })
}

/** Finds out why a command must wait for its job. */
async function findDetachProblem(run: CliRun, output: Output | undefined) {
  const jobs = await import('./jobs/call-long-tool.ts')
  return jobs.findDetachProblem(run, output !== undefined)
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
async function endCall(
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

async function performJobs(run: CliRun, line: CommandLine): Promise<number> {
  const { server, io, globals } = run
  // Loaded only when it is needed: a call must start fast.
  const { runJobsCommand } = await import('./jobs/run-jobs-command.ts')
  const { outcome, tool } = await runJobsCommand(line, run)
  if (tool === undefined) return endWith(run, outcome)
  const command = findCommand(server.tools(), tool)
  const options = { face: 'cli', caller: io.caller, budget: globals.budget } as const
  return endCall({ ...run, about: { command } }, tool, outcome, options)
}

/** Lets the pipeline answer for a tool that does not exist; the hint names a command instead. */
async function endWithUnknownCommand(run: CliRun, word: string): Promise<number> {
  const { server, io, globals, log } = run
  const outcome = await server.call(word, {}, { face: 'cli', id: globals.requestId, log })
  const commands = [...(io.extras?.commands ?? []), ...builtInsOf(server)]
  const close = nearest(word, [
    ...server.tools().map(commandName),
    ...commands.map(({ name }) => name),
  ])
  if (outcome.ok || close === undefined) return endWith(run, outcome)
  const [problem] = outcome.problems
  const hint = `Did you mean '${close}'?`
  return endWith(run, { ...outcome, problems: [{ ...problem, hint }] })
}

async function explainWords(run: CliRun, words: readonly string[]): Promise<number> {
  const left = words.values()
  const { word, target } = readTarget(run.server, () => left.next().value)
  if (word === undefined) return explain(run)
  if (target === undefined) return endWithUnknownCommand(run, word)
  const rest = [...left]
  const [extra] = rest
  if (extra === undefined) return explain(run, target)
  return endWithUsage(run, [unexpectedArgument(extra, words.length - rest.length)])
}

async function explain({ server, io, globals }: CliRun, target?: Target): Promise<number> {
  // Loaded only when it is asked for: a call must start fast.
  const { toHelp } = await import('./help/to-help.ts')
  const help = toHelp(server, target, {
    program: programOf(server, io),
    extras: io.extras,
    room: io.stdout.columns || 100,
    colours: coloursOf(io.stdout, io.env, globals.color),
  })
  return print(io, help)
}

async function complete(run: CliRun, words: readonly string[]): Promise<number> {
  const { server, io } = run
  const [word, extra] = words
  const shell = shells.find((known) => known === word)
  if (shell === undefined) return endWithUsage(run, [unknownShell(word)])
  if (extra !== undefined) return endWithUsage(run, [unexpectedArgument(extra, 1)])
  const { toCompletionScript } = await import('./completion/to-completion-script.ts')
  return print(io, toCompletionScript(shell, server, programOf(server, io), io.extras))
}

function print({ stdout }: CliIo, text: string): number {
  stdout.write(text)
  return 0
}

/** The name by which the server is called. */
const programOf = (server: Server, { program }: CliIo): string => program ?? server.name

/** Writes what is wrong with a command line and returns the exit code. */
function endWithUsage(run: CliRun, problems: readonly UsageProblem[]): number {
  return endWith(run, toUsageFailure(problems, run.server.contract, run.globals.requestId))
}

/** Writes an outcome and returns its exit code. */
function endWith({ server, io, report, about }: CliRun, outcome: Outcome): number {
  report.outcome(outcome, about)
  if (outcome.ok) return 0
  if (io.signal?.aborted) return interrupted
  return exitOf(server.codes, outcome)
}
