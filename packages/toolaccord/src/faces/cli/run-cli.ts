import type { CallOptions } from '../../define/call.ts'
import { isRecord } from '../../json/json.ts'
import { type LogLevel, type Logger, silentLog, toLine } from '../../log/log.ts'
import { nearest } from '../../names/nearest.ts'
import { exitOf } from '../../outcome/codebook.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { Server, ToolListing } from '../../server.ts'
import { writeEnvelope } from '../write-envelope.ts'
import { type ArgumentFile, readFiles } from './commands/argument-files.ts'
import { builtIns, shells } from './commands/built-ins.ts'
import { type Command, commandName } from './commands/commands.ts'
import { isGroup } from './commands/group.ts'
import type { CliIo, CliOutput } from './commands/io.ts'
import { type UsageProblem, hasProblems, toUsageFailure } from './commands/usage-problem.ts'
import type { Globals } from './read/global-flags.ts'
import { tooManyWords } from './read/read-arguments.ts'
import {
  type CommandLine,
  type Target,
  findTarget,
  isCommand,
  readCommandLine,
} from './read/read-command-line.ts'
import { type InputLine, readInputLine } from './read/read-input-line.ts'
import { type Output, outputProblems, writeOutput } from './read/write-output.ts'
import { coloursOf } from './render/colours.ts'
import { escapeLine } from './render/escape.ts'
import { type About, type Report, createReport } from './report.ts'

/** What stays the same while a command line runs. */
interface Run {
  readonly server: Server
  readonly io: CliIo
  readonly globals: Globals
  readonly log: Logger
  readonly report: Report
  /** What is being answered. */
  readonly about?: About
}

/** The exit code of a run that the user interrupted. */
const interrupted = 130

/**
 * Runs one command line against a server and resolves to its exit code. It never throws and never
 * ends the process.
 */
export async function runCli(server: Server, argv: readonly string[], io: CliIo): Promise<number> {
  const line = readCommandLine(server, argv)
  const { globals } = line
  const log = globals.verbose ? createLog(io.stderr) : silentLog
  const run: Run = { server, io, globals, log, report: createReport(io, globals, server.codes) }
  return perform(run, line)
    .catch((thrown: unknown) => {
      log.error('the command line failed', { thrown })
      return refuse(run, [{ reason: 'internal' }])
    })
    .catch(() => 1)
}

async function perform(run: Run, line: CommandLine): Promise<number> {
  const { globals, word, target, words, problems } = line
  const { server, io } = run
  if (globals.version) return print(io, `${server.name} ${server.version}\n`)
  if (globals.help && (word === undefined || target !== undefined)) return explain(run, target)
  if (hasProblems(problems)) return refuse(run, problems)
  if (word === undefined) return explain(run)
  if (target === undefined) return refuseCommand(run, word)
  if (isCommand(target)) return performCommand({ ...run, about: { command: target } }, target, line)
  if (isGroup(target)) return explain(run, target)
  return target.name === 'help' ? explainWords(run, words) : complete(run, words)
}

async function performCommand(
  run: Run,
  command: Command,
  { args, files, output }: CommandLine,
): Promise<number> {
  const { io, globals } = run
  const problems = output === undefined ? [] : await outputProblems(output, io, globals)
  if (hasProblems(problems)) return refuse(run, problems)
  return withFiles(run, files, async (read) => {
    const given = { ...(output && command.tool.cli.outputArguments), ...args, ...read }
    return globals.stdin ? callForEachLine(run, command, given) : call(run, command, given, output)
  })
}

/** Goes on with the values of arguments that are given as files. */
async function withFiles(
  run: Run,
  files: readonly ArgumentFile[],
  goOn: (args: object) => Promise<number>,
): Promise<number> {
  const { args, problems } = await readFiles(files, run.io, run.server.limits.bodyBytes)
  return hasProblems(problems) ? refuse(run, problems) : goOn(args)
}

async function call(
  run: Run,
  { tool, calledAs }: Command,
  args: unknown,
  output?: Output,
): Promise<number> {
  const { server, io, globals, log, report } = run
  let running = true
  const options: CallOptions = {
    face: 'cli',
    id: globals.requestId,
    idempotencyKey: globals.idempotencyKey,
    consent: await askConsent(run, tool, args),
    signal: io.signal,
    timeoutMs: globals.timeoutMs,
    budget: globals.budget,
    log,
    // A tool that was stopped may go on reporting progress after its answer is out.
    onProgress: (progress) => void (running && report.progress(progress)),
  }
  const outcome = await server.call(calledAs, args, options)
  running = false
  const written = output === undefined ? outcome : await writeOutput(outcome, output, io)
  // The answer is not lost where it cannot be written.
  const told =
    'reason' in written
      ? { ...toUsageFailure([written], server.contract, globals.requestId), data: outcome.data }
      : written
  return finish(
    run,
    server.fit === undefined
      ? told
      : (await writeEnvelope(server, calledAs, told, globals.contract, options)).outcome,
  )
}

/** What the user says to a tool that needs their consent; undefined where nobody can be asked. */
async function askConsent(
  { io, globals }: Run,
  tool: ToolListing,
  args: unknown,
): Promise<CallOptions['consent']> {
  if (tool.consent === undefined) return undefined
  if (globals.yes) return 'granted'
  if (io.confirm === undefined || globals.stdin) return undefined
  const question = `${tool.summary}\n${tool.consent} ${escapeLine(JSON.stringify(args))}\nDo it? [y/N] `
  return (await io.confirm(question)) ? 'granted' : 'declined'
}

/** One call per line, each with its own answer; the highest exit code is the run's. */
async function callForEachLine(run: Run, command: Command, given: object): Promise<number> {
  const { server, io, report } = run
  let exit = 0
  let number = 0
  let done = 0
  for await (const text of io.stdin()) {
    if (io.signal?.aborted) break
    number++
    if (text.trim() === '') continue
    report.next(done++, text.trim())
    const own: Run = { ...run, about: { command, line: text.trim() } }
    const read = readInputLine(text, number, command, given, server.limits)
    exit = Math.max(
      exit,
      'problem' in read ? refuse(own, [read.problem]) : await callLine(own, command, read),
    )
  }
  return io.signal?.aborted ? interrupted : exit
}

const callLine = (run: Run, command: Command, { args, files }: InputLine): Promise<number> =>
  withFiles(run, files, (read) => call(run, command, isRecord(args) ? { ...args, ...read } : args))

/** The pipeline answers for a tool that does not exist; its hint is put in terms of commands. */
async function refuseCommand(run: Run, word: string): Promise<number> {
  const { server, io, globals, log } = run
  const outcome = await server.call(word, {}, { face: 'cli', id: globals.requestId, log })
  const close = nearest(word, [
    ...server.tools().map(commandName),
    ...(io.extras?.commands ?? []).map(({ name }) => name),
    ...builtIns.map(({ name }) => name),
  ])
  if (outcome.ok || close === undefined) return finish(run, outcome)
  return finish(run, {
    ...outcome,
    problems: [{ ...outcome.problems[0], hint: `Did you mean '${close}'?` }],
  })
}

async function explainWords(run: Run, words: readonly string[]): Promise<number> {
  const [first] = words
  if (first === undefined) return explain(run)
  const length = isGroup(findTarget(run.server, first)) ? 2 : 1
  const word = words.slice(0, length).join(' ')
  const target = findTarget(run.server, word)
  if (target === undefined) return refuseCommand(run, word)
  const extra = words[length]
  return extra === undefined ? explain(run, target) : refuse(run, [tooManyWords(extra, length)])
}

/** Help is loaded only when it is asked for: a call must start fast. */
async function explain({ server, io, globals }: Run, target?: Target): Promise<number> {
  const { toHelp } = await import('./help/to-help.ts')
  return print(
    io,
    toHelp(server, target, {
      program: programOf(server, io),
      extras: io.extras,
      room: io.stdout.columns || 100,
      colours: coloursOf(io.stdout, io.env, globals.color),
    }),
  )
}

async function complete(run: Run, [word, extra]: readonly string[]): Promise<number> {
  const { server, io } = run
  const shell = shells.find((known) => known === word)
  if (shell === undefined) return refuse(run, [unknownShell(word)])
  if (extra !== undefined) return refuse(run, [tooManyWords(extra, 1)])
  const { toCompletionScript } = await import('./completion/to-completion-script.ts')
  return print(io, toCompletionScript(shell, server, programOf(server, io), io.extras))
}

const unknownShell = (word: string | undefined): UsageProblem => ({
  reason: word === undefined ? 'missing_argument' : 'invalid_argument',
  message: word === undefined ? 'The shell is missing.' : `There is no completion for '${word}'.`,
  hint: `Accepted: ${shells.join(', ')}.`,
})

const programOf = (server: Server, { program }: CliIo) => program ?? server.name

function print({ stdout }: CliIo, text: string): number {
  stdout.write(text)
  return 0
}

const refuse = (run: Run, problems: readonly [UsageProblem, ...UsageProblem[]]): number =>
  finish(run, toUsageFailure(problems, run.server.contract, run.globals.requestId))

function finish({ server, io, report, about }: Run, outcome: Outcome): number {
  report.outcome(outcome, about)
  return !outcome.ok && io.signal?.aborted ? interrupted : exitOf(server.codes, outcome)
}

function createLog(stderr: CliOutput): Logger {
  const write =
    (level: LogLevel): Logger[LogLevel] =>
    (message, fields) =>
      stderr.write(`${escapeLine(toLine(level, message, fields))}\n`)
  return {
    trace: write('trace'),
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  }
}
