import { responseV2Contract } from '../../contracts/response-v2/contract.ts'
import { toCommand } from '../../faces/cli/commands/commands.ts'
import { type Flag, createFlagSet } from '../../faces/cli/commands/flag.ts'
import type { CliExtras, CliIo } from '../../faces/cli/commands/io.ts'
import { type UsageProblem, hasProblems } from '../../faces/cli/commands/usage-problem.ts'
import { type Globals, globalFlags, readGlobals } from '../../faces/cli/read/global-flags.ts'
import { tooManyWords } from '../../faces/cli/read/read-arguments.ts'
import { findTarget } from '../../faces/cli/read/read-command-line.ts'
import { scan } from '../../faces/cli/read/scan.ts'
import { runCli } from '../../faces/cli/run-cli.ts'
import type { Server } from '../../server.ts'
import { endWithThrown, endWithUsage } from './end-with-usage.ts'
import type { OptionValues, ProgramInit, ProgramOption } from './program.ts'
import {
  type ServeRequest,
  readServeFlags,
  serveFlags,
  serveUntilStopped,
} from './serve-command.ts'
import { takeOptions } from './take-options.ts'

type ProgramIo = CliIo & { readonly signal: AbortSignal }

/** Runs one command line of a program and resolves to its exit code. */
export async function runProgram<const Options extends Readonly<Record<string, ProgramOption>>>(
  init: ProgramInit<Options>,
  argv: readonly string[],
  io: ProgramIo,
): Promise<number> {
  const options: readonly Flag[] = Object.entries(init.options ?? {}).map(([name, option]) => ({
    name,
    ...option,
  }))
  const { given, rest, problems } = takeOptions(argv, options)
  const { contract = responseV2Contract } = init
  const { globals } = readGlobals(scan(rest, createFlagSet<Flag>(globalFlags)).given, contract)
  const extras: CliExtras = {
    commands: [
      {
        name: 'serve',
        summary: 'Serve it over HTTP, or MCP over standard input and output.',
        flags: serveFlags,
      },
    ],
    flags: options,
  }
  if (hasProblems(problems)) return endWithUsage(io, globals, problems, contract)
  const serving = readServe(rest, globals)
  if (serving?.help) return explainServe(init.name, options, io)
  if (serving !== undefined && hasProblems(serving.problems))
    return endWithUsage(io, globals, serving.problems, contract)
  try {
    const made = await init.createServer({
      options: toValues<Options>(given, init.options),
      serves: serving !== undefined,
      env: io.env,
    })
    const { server, close = undefined } = 'server' in made ? made : { server: made }
    try {
      checkCommands(init.name, server, options)
      if (serving === undefined)
        return await runCli(server, rest, { ...io, program: init.name, extras })
      await serveUntilStopped(server, serving.request, init.http ?? {}, io.signal)
      return 0
    } finally {
      await close?.()
    }
  } catch (thrown) {
    return endWithThrown(io, globals, thrown, contract)
  }
}

interface Serving {
  readonly help: boolean
  readonly request: ServeRequest
  readonly problems: readonly UsageProblem[]
}

/** What a command line wants served; undefined when it is about something else. */
function readServe(argv: readonly string[], { help }: Globals): Serving | undefined {
  const flags = createFlagSet<Flag>([...globalFlags, ...serveFlags])
  const {
    words: [word, ...words],
    given,
    problems,
  } = scan(argv, flags)
  const { request, problems: faults } = readServeFlags(given)
  if (word === 'help' && words[0] === 'serve') return { help: true, request, problems }
  if (word !== 'serve') return undefined
  return {
    help,
    request,
    problems: [...problems, ...faults, ...words.slice(0, 1).map((extra) => tooManyWords(extra, 0))],
  }
}

async function explainServe(
  name: string,
  options: readonly Flag[],
  { stdout }: CliIo,
): Promise<number> {
  // Loaded only when it is asked for: a call must start fast.
  const [{ toDefinitions }, { defineFlag }] = await Promise.all([
    import('../../faces/cli/help/layout.ts'),
    import('../../faces/cli/help/arguments.ts'),
  ])
  const lines = [
    'Usage:',
    `  ${name} serve [flags]`,
    '',
    'Serve until stopped.',
    '',
    'Flags:',
    ...toDefinitions([...serveFlags, ...options].map(defineFlag), stdout.columns || 100),
  ]
  stdout.write(`${lines.join('\n')}\n`)
  return 0
}

/** Throws where a command cannot be called, because the program takes its word or its flag. */
function checkCommands(program: string, server: Server, options: readonly Flag[]): void {
  if (findTarget(server, 'serve') !== undefined)
    throw new TypeError(
      `A tool cannot be the command 'serve', which ${program} has anyway; rename it.`,
    )
  const names = new Set([...options, ...globalFlags].map(({ name }) => name))
  if (names.size < options.length + globalFlags.length)
    throw new TypeError(
      `An option of ${program} has the name of a flag that every command has; rename it.`,
    )
  for (const tool of options.length === 0 ? [] : server.tools()) {
    const taken = toCommand(tool).flags.find(({ name }) => names.has(name))
    if (taken !== undefined)
      throw new TypeError(
        `The tool '${tool.name}' has the flag --${taken.name}, which is an option of ${program}; rename one.`,
      )
  }
}

function toValues<Options>(
  given: ReadonlyMap<string, readonly string[]>,
  options: Readonly<Record<string, ProgramOption>> = {},
): OptionValues<Options> {
  const values = [...given].map(([name, texts]) => [
    name,
    options[name]?.repeatable === true ? texts : texts.at(-1),
  ])
  // The cast names what the loop has made: a list for what is repeatable, else a text.
  return Object.fromEntries(values) as OptionValues<Options>
}
