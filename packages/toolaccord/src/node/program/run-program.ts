import type { Contract } from '../../contracts/contract/contract.ts'
import { responseV2Contract } from '../../contracts/response-v2/contract.ts'
import { findCommand, toCommand } from '../../faces/cli/commands/commands.ts'
import {
  type Flag,
  type Globals,
  globalFlags,
  readGlobals,
} from '../../faces/cli/commands/flags.ts'
import { findGroup } from '../../faces/cli/commands/group.ts'
import type { CliExtras, CliIo } from '../../faces/cli/commands/io.ts'
import type { UsageProblem } from '../../faces/cli/commands/to-usage-failure.ts'
import { unexpectedArgument } from '../../faces/cli/read/read-command-line.ts'
import { Scan } from '../../faces/cli/read/scan.ts'
import { runCli } from '../../faces/cli/run-cli.ts'
import type { Server } from '../../server.ts'
import { drainInTime } from './drain-in-time.ts'
import { endWithThrown, endWithUsage } from './end-with-usage.ts'
import type {
  ClosableServer,
  OptionValues,
  ProgramInit,
  ProgramOption,
  ProgramServer,
} from './program.ts'
import { type ServeRequest, explainedFlags, readServeFlags, serveFlags } from './serve-flags.ts'
import { serveUntilStopped } from './serve-until-stopped.ts'
import { takeOptions } from './take-options.ts'

type ProgramIo = CliIo & { readonly signal: AbortSignal }

/** Runs one command line of a program and resolves to its exit code. */
export async function runProgram<const Options extends Readonly<Record<string, ProgramOption>>>(
  init: ProgramInit<Options>,
  argv: readonly string[],
  io: ProgramIo,
): Promise<number> {
  const { name, contract = responseV2Contract } = init
  const options = toFlags(init.options)
  const { given, rest, problems } = takeOptions(argv, options)
  const end = (wrong: readonly UsageProblem[]) =>
    endWithUsage(io, readAllGlobals(rest, contract), wrong, contract)
  if (problems.length > 0) return end(problems)
  const serving = readServe(rest)
  if (serving?.help) return explainServe(name, options, io)
  if (serving !== undefined && serving.problems.length > 0) return end(serving.problems)
  const values = toValues<Options>(given, init.options)
  const start = { options: values, serves: serving !== undefined, env: io.env }
  let made: ProgramServer | undefined
  async function createServer(): Promise<ProgramServer> {
    made = toProgramServer(await init.createServer(start))
    checkCommands(name, made.server, options)
    return made
  }
  try {
    try {
      if (serving === undefined) {
        const { server } = await createServer()
        const exit = await runCli(server, rest, { ...io, program: name, extras: toExtras(options) })
        await drainInTime(server)
        return exit
      }
      const { http = {} } = init
      return await serveUntilStopped(createServer, serving.request, {
        options: () => (typeof http === 'function' ? http(start) : http),
        interrupted: io.signal,
      })
    } finally {
      await made?.close?.()
    }
  } catch (thrown) {
    return endWithThrown(io, readAllGlobals(rest, contract), thrown, contract)
  }
}

const toProgramServer = (made: Server | ClosableServer): ProgramServer =>
  'server' in made ? made : { server: made }

const toFlags = (options: Readonly<Record<string, ProgramOption>> = {}): readonly Flag[] =>
  Object.entries(options).map(([name, option]) => ({ name, ...option }))

const toExtras = (options: readonly Flag[]): CliExtras => ({
  commands: [
    {
      name: 'serve',
      summary: 'Serve it over HTTP, or MCP over standard input and output.',
      flags: serveFlags,
    },
  ],
  flags: options,
})

/** Reads the global flags of a command line that ends before its command is known. */
function readAllGlobals(argv: readonly string[], contract: Contract): Globals {
  const scan = new Scan(argv)
  scan.readRest()
  return readGlobals(scan.given, contract).globals
}

interface Serving {
  readonly help: boolean
  readonly request: ServeRequest
  readonly problems: readonly UsageProblem[]
}

/** Reads a command line of `serve`, whose flags may also come before it; undefined for others. */
function readServe(argv: readonly string[]): Serving | undefined {
  const scan = new Scan(argv, [...globalFlags, ...serveFlags])
  const word = scan.nextWord()
  if (word !== 'serve' && word !== 'help') return undefined
  const [next] = scan.readRest()
  if (word === 'help' && next !== 'serve') return undefined
  const { request, problems } = readServeFlags(scan.given)
  if (word === 'help') return { help: true, request, problems }
  const all = [...scan.problems, ...problems]
  if (next !== undefined) all.push(unexpectedArgument(next, 0))
  const help = scan.given.some(({ flag }) => flag.name === 'help')
  return { help, request, problems: all }
}

async function explainServe(
  name: string,
  options: readonly Flag[],
  { stdout }: CliIo,
): Promise<number> {
  // Loaded only when it is asked for: a call must start fast.
  const [{ toDefinitionLines }, { toFlagDefinition }] = await Promise.all([
    import('../../faces/cli/help/definition-lines.ts'),
    import('../../faces/cli/help/argument-definitions.ts'),
  ])
  const flags = [...explainedFlags, ...options].map(toFlagDefinition)
  const lines = [
    'Usage:',
    `  ${name} serve [flags]`,
    '',
    'Serve until stopped.',
    '',
    'Flags:',
    ...toDefinitionLines(flags, stdout.columns || 100),
  ]
  stdout.write(`${lines.join('\n')}\n`)
  return 0
}

/** Throws if a command cannot be called because the program takes its word or its flag. */
function checkCommands(program: string, server: Server, options: readonly Flag[]): void {
  const tools = server.tools()
  if (findCommand(tools, 'serve') ?? findGroup(tools, 'serve')) {
    throw new TypeError(
      `A tool cannot be the command 'serve', which ${program} has anyway; rename it.`,
    )
  }
  const names = new Set([...options, ...globalFlags].map(({ name }) => name))
  if (names.size < options.length + globalFlags.length) {
    throw new TypeError(
      `An option of ${program} has the name of a flag that every command has; rename it.`,
    )
  }
  if (options.length === 0) return
  for (const tool of tools) {
    const taken = toCommand(tool).flags.find(({ name }) => names.has(name))
    if (taken === undefined) continue
    const clash = `has the flag --${taken.name}, which is an option of ${program}`
    throw new TypeError(`The tool '${tool.name}' ${clash}; rename one.`)
  }
}

function toValues<Options>(
  given: ReadonlyMap<string, readonly string[]>,
  options: Readonly<Record<string, ProgramOption>> = {},
): OptionValues<Options> {
  const values = [...given].map(([name, texts]) => {
    const isRepeatable = options[name]?.repeatable === true
    return [name, isRepeatable ? texts : texts.at(-1)]
  })
  // The cast names what the loop has made: an array for a repeatable option, else a string.
  return Object.fromEntries(values) as OptionValues<Options>
}
