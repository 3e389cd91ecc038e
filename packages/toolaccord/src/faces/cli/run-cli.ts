import type { ToolListing } from '../../compile/to-tool-listing.ts'
import type { CallOptions } from '../../define/call.ts'
import { isRecord } from '../../json/json.ts'
import { type Logger, isDefaultLog, silentLog } from '../../log/log.ts'
import { nearest } from '../../names/nearest.ts'
import { exitOf } from '../../outcome/codebook.ts'
import { type Outcome, hasNext } from '../../outcome/outcome.ts'
import { writeEnvelope } from '../../run/write-within.ts'
import type { Server } from '../../server.ts'
import { type ArgumentFile, type FileValues, readFiles } from './commands/argument-files.ts'
import { builtIns, shells } from './commands/built-ins.ts'
import { type Command, commandName, isCommand } from './commands/commands.ts'
import type { Globals } from './commands/flags.ts'
import { isGroup } from './commands/group.ts'
import type { CliIo } from './commands/io.ts'
import { type UsageProblem, toUsageFailure } from './commands/to-usage-failure.ts'
import { type About, type Report, createReport } from './create-report.ts'
import { createVerboseLog } from './create-verbose-log.ts'
import type { CallRound } from './questions/call-asking.ts'
import {
  type CommandLine,
  type Output,
  type Target,
  readCommandLine,
  readTarget,
  unexpectedArgument,
} from './read/read-command-line.ts'
import { type ReadInputLine, readInputLine } from './read/read-input-line.ts'
import { Scan } from './read/scan.ts'
import { coloursOf } from './render/colours.ts'
import { withCommands } from './with-commands.ts'
import { findOutputProblem, writeOutput } from './write-output.ts'

/** What stays the same while a command line runs. */
interface Run {
  readonly server: Server
  readonly io: CliIo
  readonly globals: Globals
  readonly log: Logger
  readonly report: Report
  /** The call that is answered. */
  readonly about?: About
}

/** The exit code of a run that the user interrupted. */
const interrupted = 130

/**
 * Runs one command line against a server and resolves to its exit code. It never throws and never
 * ends the process.
 */
export async function runCli(server: Server, argv: readonly string[], io: CliIo): Promise<number> {
  return runScanned(server, new Scan(argv), io)
}

/** Runs what is left of a command line, from the word of its command on; like `runCli`. */
export async function runScanned(server: Server, scan: Scan, io: CliIo): Promise<number> {
  const line = readCommandLine(server, scan)
  const { globals } = line
  const log = globals.verbose ? createVerboseLog(server.log, io.stderr) : quietLogOf(server)
  const run: Run = { server, io, globals, log, report: createReport(io, globals, server.codes) }
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

async function perform(run: Run, line: CommandLine): Promise<number> {
  const { globals, word, target, words, problems } = line
  const { server, io } = run
  if (globals.version) return print(io, `${server.name} ${server.version}\n`)
  const isKnown = word === undefined || target !== undefined
  if (globals.help && isKnown) return explain(run, target)
  if (problems.length > 0) return endWithUsage(run, problems)
  if (word === undefined) return explain(run)
  if (target === undefined) return endWithUnknownCommand(run, word)
  if (isCommand(target)) return performCommand({ ...run, about: { command: target } }, target, line)
  if (isGroup(target)) return explain(run, target)
  if (target.name === 'help') return explainWords(run, words)
  return complete(run, words)
}

async function performCommand(run: Run, command: Command, line: CommandLine): Promise<number> {
  const { io, globals } = run
  const { args, files, output } = line
  const problem = output && (await findOutputProblem(output, io, globals))
  if (problem !== undefined) return endWithUsage(run, [problem])
  const read = await readValues(run, files)
  if (read.problems.length > 0) return endWithUsage(run, read.problems)
  const implied = output && command.tool.cli.outputArguments
  const given = { ...implied, ...args, ...read.args }
  if (globals.stdin) return callForEachLine(run, command, given)
  return call(run, command, given, output)
}

async function readValues(
  { server, io }: Run,
  files: readonly ArgumentFile[],
): Promise<FileValues> {
  if (files.length === 0) return { args: {}, problems: [] }
  return readFiles(files, io, server.limits.bodyBytes)
}

async function call(
  run: Run,
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
  const answered = await callRounds(run, tool, (conversation) =>
    server.call(calledAs, args, { ...options, conversation }),
  )
  const outcome = output === undefined ? answered : await putOut(run, answered, output)
  const spellNext = (one: Outcome) => withCommands(one, server, programOf(server, io))
  if (server.fitter === undefined) {
    return endWith(run, hasNext(outcome) ? spellNext(outcome) : outcome)
  }
  const { contract } = globals
  const answer = { name: calledAs, outcome, contract, options, spellNext }
  const written = await writeEnvelope(server, answer)
  return endWith({ ...run, about: { ...run.about, written } }, written.outcome)
}

/** Makes a call, with the questions of a tool that may have some. */
async function callRounds(
  { io, globals }: Run,
  { interactive, consent }: ToolListing,
  call: CallRound,
): Promise<Outcome> {
  if (!interactive && consent === undefined) return call(undefined)
  // Loaded only when it is needed: a call must start fast.
  const { callAsking } = await import('./questions/call-asking.ts')
  return callAsking(globals.stdin ? undefined : io.prompt, call)
}

/** Writes the output of an answer; if that is not possible, the failure holds the whole answer. */
async function putOut(
  { server, io, globals }: Run,
  outcome: Outcome,
  output: Output,
): Promise<Outcome> {
  const written = await writeOutput(outcome, output, io)
  if (!('reason' in written)) return written
  const failed = toUsageFailure([written], server.contract, globals.requestId)
  return { ...failed, data: outcome.data }
}

/** Makes one call per line, each with its own answer; returns the highest exit code. */
async function callForEachLine(run: Run, command: Command, given: object): Promise<number> {
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

async function callLine(run: Run, command: Command, line: ReadInputLine): Promise<number> {
  if ('problem' in line) return endWithUsage(run, [line.problem])
  const { args, problems } = await readValues(run, line.files)
  if (problems.length > 0) return endWithUsage(run, problems)
  if (!isRecord(line.args)) return call(run, command, line.args)
  return call(run, command, { ...line.args, ...args })
}

/** Lets the pipeline answer for a tool that does not exist; the hint names a command instead. */
async function endWithUnknownCommand(run: Run, word: string): Promise<number> {
  const { server, io, globals, log } = run
  const outcome = await server.call(word, {}, { face: 'cli', id: globals.requestId, log })
  const commands = [...(io.extras?.commands ?? []), ...builtIns]
  const close = nearest(word, [
    ...server.tools().map(commandName),
    ...commands.map(({ name }) => name),
  ])
  if (outcome.ok || close === undefined) return endWith(run, outcome)
  const [problem] = outcome.problems
  const hint = `Did you mean '${close}'?`
  return endWith(run, { ...outcome, problems: [{ ...problem, hint }] })
}

async function explainWords(run: Run, words: readonly string[]): Promise<number> {
  const left = words.values()
  const { word, target } = readTarget(run.server, () => left.next().value)
  if (word === undefined) return explain(run)
  if (target === undefined) return endWithUnknownCommand(run, word)
  const rest = [...left]
  const [extra] = rest
  if (extra === undefined) return explain(run, target)
  return endWithUsage(run, [unexpectedArgument(extra, words.length - rest.length)])
}

async function explain({ server, io, globals }: Run, target?: Target): Promise<number> {
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

async function complete(run: Run, words: readonly string[]): Promise<number> {
  const { server, io } = run
  const [word, extra] = words
  const shell = shells.find((known) => known === word)
  if (shell === undefined) return endWithUsage(run, [unknownShell(word)])
  if (extra !== undefined) return endWithUsage(run, [unexpectedArgument(extra, 1)])
  const { toCompletionScript } = await import('./completion/to-completion-script.ts')
  return print(io, toCompletionScript(shell, server, programOf(server, io), io.extras))
}

function unknownShell(word: string | undefined): UsageProblem {
  const hint = `Accepted: ${shells.join(', ')}.`
  if (word === undefined) {
    return { reason: 'missing_argument', message: 'The shell is missing.', hint }
  }
  return { reason: 'invalid_argument', message: `There is no completion for '${word}'.`, hint }
}

const programOf = (server: Server, { program }: CliIo) => program ?? server.name

function print({ stdout }: CliIo, text: string): number {
  stdout.write(text)
  return 0
}

function endWithUsage(run: Run, problems: readonly UsageProblem[]): number {
  return endWith(run, toUsageFailure(problems, run.server.contract, run.globals.requestId))
}

/** Writes an outcome and returns its exit code. */
function endWith({ server, io, report, about }: Run, outcome: Outcome): number {
  report.outcome(outcome, about)
  if (outcome.ok) return 0
  if (io.signal?.aborted) return interrupted
  return exitOf(server.codes, outcome)
}
