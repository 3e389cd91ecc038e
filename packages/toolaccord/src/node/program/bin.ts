import { readFile } from 'node:fs/promises'
import { responseV2Contract } from '../../contracts/response-v2/contract.ts'
import { type BuiltIn, jobsCommand } from '../../faces/cli/commands/built-ins.ts'
import { type Globals, readGlobals } from '../../faces/cli/commands/flags.ts'
import { isFree } from '../../faces/cli/commands/is-free.ts'
import type { UsageProblem } from '../../faces/cli/commands/to-usage-failure.ts'
import type { Definition } from '../../faces/cli/help/definition-lines.ts'
import { unexpectedArgument } from '../../faces/cli/read/read-command-line.ts'
import { Scan } from '../../faces/cli/read/scan.ts'
import { shellQuote } from '../../faces/cli/render/escape.ts'
import { runScanned } from '../../faces/cli/run-cli.ts'
import type { Server } from '../../server.ts'
import { createCliIo } from './cli-io.ts'
import { drainInTime } from './drain-in-time.ts'
import { endProcess } from './end-process.ts'
import { endWithThrown, endWithUsage } from './end-with-usage.ts'
import { createWorkerStarter } from './jobs/create-worker-starter.ts'
import { type WorkRequest, readWorkFlags, workFlags } from './jobs/work-flags.ts'
import { loadServer } from './load-server.ts'
import type { ProgramServer } from './program.ts'
import { explainedFlags, readServeFlags, serveFlags } from './serve-flags.ts'
import { serveUntilStopped } from './serve-until-stopped.ts'

const io = createCliIo()
const scan = new Scan(process.argv.slice(2))

async function main(): Promise<number> {
  const word = scan.nextWord()
  const problems = [...scan.problems]
  if (problems.length > 0) return endWithUsage(io, readAllGlobals(), problems)
  if (word === 'serve') return serve()
  if (word === 'work') return work()
  if (word === 'jobs') return manageJobs()
  if (word === 'cost') return tellCost()
  if (word === 'key') return makeKey()
  if (word === undefined || word === 'help') return explain()
  return runCommand(word)
}

/** Runs a command of a server, or a built-in command whose word has been read. */
function runCommand(reference: string, builtIn?: BuiltIn): Promise<number> {
  const program = `toolaccord ${shellQuote(reference)}`
  return withServer(reference, async ({ server }) => {
    const own = builtIn === undefined ? findOwnCommand(server) : undefined
    if (own === 'work') return workAfterServer(server)
    if (own !== undefined) return endWithUsage(io, readAllGlobals(), [wrongOrder(own, reference)])
    const worker = createWorkerStarter(['work', reference, '--once'])
    const here = { ...io, program, startWorker: worker.start }
    const exit = await runScanned(server, scan, here, builtIn)
    await drainInTime(server)
    await worker.finish()
    return exit
  })
}

/** The commands that come before the server. */
const ownCommands = ['serve', 'work', 'cost'] as const

/** Finds a command of `toolaccord` that was written after the server; its tools come first. */
function findOwnCommand(server: Server): (typeof ownCommands)[number] | undefined {
  const ahead = new Scan(process.argv.slice(2))
  ahead.nextWord()
  const word = ahead.nextWord()
  return ownCommands.find((known) => known === word && isFree(server, known))
}

/** Runs the jobs of a server that was named before the command. */
async function workAfterServer(server: Server): Promise<number> {
  scan.learn(workFlags)
  scan.nextWord()
  const read = await readWork(scan.readRest()[0])
  return typeof read === 'number' ? read : startWork(server, read)
}

const wrongOrder = (command: string, reference: string): UsageProblem => ({
  reason: 'invalid_argument',
  message: `'${command}' comes before the server.`,
  hint: `Write: toolaccord ${command} ${shellQuote(reference)}.`,
})

/** Lists the jobs of a server, or comes back to one. */
async function manageJobs(): Promise<number> {
  scan.learn(jobsCommand.flags)
  const reference = scan.nextWord()
  if (reference !== undefined) return runCommand(reference, jobsCommand)
  const globals = readAllGlobals()
  if (globals.help) return print(await toHelp())
  return endWithUsage(io, globals, [...scan.problems, missingServer('jobs')])
}

/** Runs the jobs of a server until it is stopped. */
async function work(): Promise<number> {
  scan.learn(workFlags)
  const [reference, extra] = scan.readRest()
  const read = await readWork(extra)
  if (typeof read === 'number') return read
  if (reference === undefined) return endWithUsage(io, readAllGlobals(), [missingServer('work')])
  return withServer(reference, ({ server }) => startWork(server, read))
}

/** Reads what `work` is asked for; the exit code if there is nothing to run. */
async function readWork(extra: string | undefined): Promise<WorkRequest | number> {
  const globals = readAllGlobals()
  if (globals.help) return print(await toHelp())
  const { request, problems } = readWorkFlags(scan.given)
  const all = [...scan.problems]
  if (extra !== undefined) all.push(unexpectedArgument(extra, 1))
  all.push(...problems)
  return all.length > 0 ? endWithUsage(io, globals, all) : request
}

async function startWork(server: Server, request: WorkRequest): Promise<number> {
  const { workWatched } = await import('./work-watched.ts')
  return workWatched(server, request, { io, globals: readAllGlobals() })
}

/** Uses a server, and closes what it holds whatever comes of it. */
async function withServer(
  reference: string,
  use: (loaded: ProgramServer) => Promise<number>,
): Promise<number> {
  const loaded = await loadServer(reference)
  try {
    return await use(loaded)
  } finally {
    await loaded.close?.()
  }
}

/** Reads what is left of the command line, and returns its global flags whatever else is wrong. */
function readAllGlobals(): Globals {
  scan.readRest()
  return readGlobals(scan.given, responseV2Contract).globals
}

async function serve(): Promise<number> {
  scan.learn(serveFlags)
  const [reference, extra] = scan.readRest()
  const globals = readAllGlobals()
  if (globals.help) return print(await toHelp())
  const { request, problems } = readServeFlags(scan.given)
  const all = [...scan.problems]
  if (extra !== undefined) all.push(unexpectedArgument(extra, 1))
  all.push(...problems)
  if (all.length > 0) return endWithUsage(io, globals, all)
  if (reference === undefined) return endWithUsage(io, globals, [missingServer('serve')])
  let loaded: ProgramServer | undefined
  async function load(from: string): Promise<ProgramServer> {
    loaded = await loadServer(from)
    return loaded
  }
  try {
    return await serveUntilStopped(() => load(reference), request, { interrupted: io.signal })
  } finally {
    await loaded?.close?.()
  }
}

/** Prints what the tools of a server cost a model. */
async function tellCost(): Promise<number> {
  const [reference, extra] = scan.readRest()
  const globals = readAllGlobals()
  if (globals.help) return print(await toHelp())
  const all = [...scan.problems]
  if (extra !== undefined) all.push(unexpectedArgument(extra, 1))
  if (all.length > 0) return endWithUsage(io, globals, all)
  if (reference === undefined) return endWithUsage(io, globals, [missingServer('cost')])
  const { describeCost } = await import('./describe/describe-cost.ts')
  const isJson = globals.format !== 'human'
  return withServer(reference, async ({ server }) => print(describeCost(server, isJson)))
}

/** Prints a new key, with the line that lets its holder in. */
async function makeKey(): Promise<number> {
  const [id, ...scopes] = scan.readRest()
  const globals = readAllGlobals()
  if (globals.help) return print(await toHelp())
  const { describeKey, keyProblems } = await import('./describe/describe-key.ts')
  const problems = [...scan.problems, ...keyProblems(id, scopes)]
  if (problems.length > 0) return endWithUsage(io, globals, problems)
  return print(await describeKey(id ?? '', scopes, globals.format !== 'human'))
}

const missingServer = (command: string): UsageProblem => ({
  reason: 'missing_argument',
  message: 'The server is missing.',
  hint: `Name it: toolaccord ${command} <server>.`,
})

async function explain(): Promise<number> {
  if (readAllGlobals().version) return print(`toolaccord ${await readVersion()}\n`)
  return print(await toHelp())
}

/** Explains all commands. */
async function toHelp(): Promise<string> {
  // Loaded only when it is asked for: a call must start fast.
  const [{ toDefinitionLines }, { toFlagDefinition }] = await Promise.all([
    import('../../faces/cli/help/definition-lines.ts'),
    import('../../faces/cli/help/argument-definitions.ts'),
  ])
  const usage = toDefinitionLines(
    [
      ['toolaccord <server> <command> [flags]', 'Call a tool.'],
      ['toolaccord <server> --help', 'Explain the commands of a server.'],
      ['toolaccord serve <server> [flags]', 'Serve it over HTTP, or MCP over stdio.'],
      ['toolaccord work <server> [flags]', 'Run its jobs until stopped.'],
      ...jobsCommand.forms.map(([form, what]): Definition => [
        `toolaccord jobs <server>${form}`,
        what,
      ]),
      ['toolaccord cost <server> [--json]', 'Print what its tools cost a model, in tokens.'],
      ['toolaccord key <id> [scope…] [--json]', 'Make a key for callers over HTTP.'],
    ],
    100,
  )
  return [
    'Usage:',
    ...usage,
    '',
    '<server> is a file, a folder or an installed package that exports a server.',
    '',
    'Flags of serve:',
    ...toDefinitionLines(explainedFlags.map(toFlagDefinition), 100),
    '',
    'Flags of work:',
    ...toDefinitionLines(workFlags.map(toFlagDefinition), 100),
    '',
    'Flags of jobs:',
    ...toDefinitionLines(jobsCommand.flags.map(toFlagDefinition), 100),
    '',
  ].join('\n')
}

/** Reads the version of this package. */
async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8')
  // The cast names the one property that is read; this package writes the file itself.
  const { version } = JSON.parse(text) as { readonly version: string }
  return version
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}

const exit = await main().catch((thrown: unknown) => endWithThrown(io, readAllGlobals(), thrown))
await endProcess(exit)
