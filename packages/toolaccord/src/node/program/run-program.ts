import type { Contract } from '../../contracts/contract/contract.ts'
import { responseV2Contract } from '../../contracts/response-v2/contract.ts'
import { toCommand } from '../../faces/cli/commands/commands.ts'
import {
  type Flag,
  type GivenFlag,
  type Globals,
  globalFlags,
  readGlobals,
} from '../../faces/cli/commands/flags.ts'
import type { CliExtras, CliIo } from '../../faces/cli/commands/io.ts'
import { isFree } from '../../faces/cli/commands/is-free.ts'
import type { UsageProblem } from '../../faces/cli/commands/to-usage-failure.ts'
import { unexpectedArgument } from '../../faces/cli/read/read-command-line.ts'
import { Scan } from '../../faces/cli/read/scan.ts'
import { runCli } from '../../faces/cli/run-cli.ts'
import type { Server } from '../../server.ts'
import { drainInTime } from './drain-in-time.ts'
import { endWithThrown, endWithUsage } from './end-with-usage.ts'
import { createWorkerStarter } from './jobs/create-worker-starter.ts'
import { readWorkFlags, workCommand } from './jobs/work-flags.ts'
import type {
  ClosableServer,
  OptionValues,
  ProgramInit,
  ProgramOption,
  ProgramServer,
} from './program.ts'
import { explainedFlags, readServeFlags, serveFlags } from './serve-flags.ts'
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
  const serving = readOwn(rest, serveCommand, readServeFlags)
  if (serving?.help) return explainOwn(name, explainedServe, options, io)
  if (serving !== undefined && serving.problems.length > 0) return end(serving.problems)
  const working = readOwn(rest, workCommand, readWorkFlags)
  const values = toValues<Options>(given, init.options)
  const serves = serving !== undefined || working !== undefined
  const start = { options: values, serves, env: io.env }
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
        const canWork = isFree(server, workCommand.name)
        if (working === undefined || !canWork) {
          const worker = createWorkerStarter([...toWords(given), workCommand.name, '--once'])
          const startWorker = canWork ? worker.start : undefined
          const extras = toExtras(options, canWork && server.jobs !== undefined)
          const exit = await runCli(server, rest, { ...io, program: name, extras, startWorker })
          await drainInTime(server)
          await worker.finish()
          return exit
        }
        if (working.help) return await explainOwn(name, workCommand, options, io)
        if (working.problems.length > 0) return end(working.problems)
        const globals = readAllGlobals(rest, contract)
        // Loaded here only: a call must start fast.
        const { workWatched } = await import('./work-watched.ts')
        return await workWatched(server, working.request, { io, globals })
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

type OwnCommand = CliExtras['commands'][number]

const serveCommand: OwnCommand = {
  name: 'serve',
  summary: 'Serve it over HTTP, or MCP over standard input and output.',
  flags: serveFlags,
}

const explainedServe: OwnCommand = { ...serveCommand, flags: explainedFlags }

const toExtras = (options: readonly Flag[], works: boolean): CliExtras => ({
  commands: works ? [serveCommand, workCommand] : [serveCommand],
  flags: options,
})

/** The options of a program as words that give them again. */
const toWords = (given: ReadonlyMap<string, readonly string[]>): readonly string[] =>
  [...given].flatMap(([name, values]) => values.map((value) => `--${name}=${value}`))

/** Reads the global flags of a command line that ends before its command is known. */
function readAllGlobals(argv: readonly string[], contract: Contract): Globals {
  const scan = new Scan(argv)
  scan.readRest()
  return readGlobals(scan.given, contract).globals
}

/** What the flags of a program's own command ask for, and the problems with them. */
interface OwnRequest<Request> {
  readonly request: Request
  readonly problems: readonly UsageProblem[]
}

/**
 * Reads a command line of a program's own command, whose flags may also come before it; undefined
 * for others.
 */
function readOwn<Request>(
  argv: readonly string[],
  { name, flags }: OwnCommand,
  readFlags: (given: readonly GivenFlag[]) => OwnRequest<Request>,
): (OwnRequest<Request> & { readonly help: boolean }) | undefined {
  const scan = new Scan(argv, [...globalFlags, ...flags])
  const word = scan.nextWord()
  if (word !== name && word !== 'help') return undefined
  const [next] = scan.readRest()
  if (word === 'help' && next !== name) return undefined
  const { request, problems } = readFlags(scan.given)
  if (word === 'help') return { help: true, request, problems }
  const all = [...scan.problems, ...problems]
  if (next !== undefined) all.push(unexpectedArgument(next, 0))
  const help = scan.given.some(({ flag }) => flag.name === 'help')
  return { help, request, problems: all }
}

async function explainOwn(
  program: string,
  { name, summary, flags }: OwnCommand,
  options: readonly Flag[],
  { stdout }: CliIo,
): Promise<number> {
  // Loaded only when it is asked for: a call must start fast.
  const [{ toDefinitionLines }, { toFlagDefinition }] = await Promise.all([
    import('../../faces/cli/help/definition-lines.ts'),
    import('../../faces/cli/help/argument-definitions.ts'),
  ])
  const definitions = [...flags, ...options].map(toFlagDefinition)
  const lines = [
    'Usage:',
    `  ${program} ${name} [flags]`,
    '',
    summary,
    '',
    'Flags:',
    ...toDefinitionLines(definitions, stdout.columns || 100),
  ]
  stdout.write(`${lines.join('\n')}\n`)
  return 0
}

/** Throws if a command cannot be called because the program takes its word or its flag. */
function checkCommands(program: string, server: Server, options: readonly Flag[]): void {
  const tools = server.tools()
  if (!isFree(server, serveCommand.name)) {
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
