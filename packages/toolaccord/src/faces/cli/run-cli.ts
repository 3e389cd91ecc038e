import { type Logger, isDefaultLog, silentLog } from '../../log/log.ts'
import { nearest } from '../../names/nearest.ts'
import type { Server } from '../../server.ts'
import { callCommand, endCall } from './call-command.ts'
import { type BuiltIn, builtInsOf, shells } from './commands/built-ins.ts'
import { commandName, findCommand, isCommand } from './commands/commands.ts'
import { isGroup } from './commands/group.ts'
import type { CliIo } from './commands/io.ts'
import type { UsageProblem } from './commands/to-usage-failure.ts'
import { createReport } from './create-report.ts'
import { createVerboseLog } from './create-verbose-log.ts'
import { type CliRun, endWith, endWithUsage, programOf } from './end-with.ts'
import {
  type CommandLine,
  type Target,
  readCommandLine,
  readTarget,
  unexpectedArgument,
} from './read/read-command-line.ts'
import { Scan } from './read/scan.ts'
import { coloursOf } from './render/colours.ts'

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

function unknownShell(word: string | undefined): UsageProblem {
  const hint = `Accepted: ${shells.join(', ')}.`
  if (word === undefined) {
    return { reason: 'missing_argument', message: 'The shell is missing.', hint }
  }
  return { reason: 'invalid_argument', message: `There is no completion for '${word}'.`, hint }
}

function print({ stdout }: CliIo, text: string): number {
  stdout.write(text)
  return 0
}
