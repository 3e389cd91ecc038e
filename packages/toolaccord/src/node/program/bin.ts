import { readFile } from 'node:fs/promises'
import { responseV2Contract } from '../../contracts/response-v2/contract.ts'
import { type Flag, createFlagSet } from '../../faces/cli/commands/flag.ts'
import { hasProblems } from '../../faces/cli/commands/usage-problem.ts'
import { type Globals, globalFlags, readGlobals } from '../../faces/cli/read/global-flags.ts'
import { tooManyWords } from '../../faces/cli/read/read-arguments.ts'
import { scan } from '../../faces/cli/read/scan.ts'
import { runCli } from '../../faces/cli/run-cli.ts'
import { createCliIo } from './cli-io.ts'
import { endProcess } from './end-process.ts'
import { endWithThrown, endWithUsage } from './end-with-usage.ts'
import { loadServer } from './load-server.ts'
import { readServeFlags, serveFlags, serveUntilStopped } from './serve-command.ts'

/** What a command line is run with before there is a server to speak for itself. */
interface Start {
  readonly argv: readonly string[]
  readonly globals: Globals
  readonly io: ReturnType<typeof createCliIo>
}

async function main(start: Start): Promise<number> {
  const { words, problems, rest } = scan(start.argv, createFlagSet<Flag>(globalFlags), 1)
  const [word] = words
  if (hasProblems(problems)) return endWithUsage(start.io, start.globals, problems)
  if (word === 'serve') return serve(start, rest)
  if (word !== undefined && word !== 'help') return callServer(start, word, rest)
  return start.globals.version
    ? print(`toolaccord ${await readVersion()}\n`)
    : print(await toHelp())
}

async function callServer(
  { argv, io }: Start,
  reference: string,
  rest: readonly string[],
): Promise<number> {
  const before = argv.slice(0, argv.length - rest.length - 1)
  return runCli(await loadServer(reference), [...before, ...rest], {
    ...io,
    program: `toolaccord ${reference}`,
  })
}

async function serve({ globals, io }: Start, argv: readonly string[]): Promise<number> {
  const { words, given, problems } = scan(
    argv,
    createFlagSet<Flag>([...globalFlags, ...serveFlags]),
  )
  const [reference, extra] = words
  const { request, problems: faults } = readServeFlags(given)
  const all = [...problems, ...(extra === undefined ? [] : [tooManyWords(extra, 1)]), ...faults]
  if (globals.help) return print(await toHelp())
  if (hasProblems(all)) return endWithUsage(io, globals, all)
  if (reference === undefined)
    return endWithUsage(io, globals, [
      {
        reason: 'missing_argument',
        message: 'The server is missing.',
        hint: 'Name it: toolaccord serve <server>.',
      },
    ])
  await serveUntilStopped(await loadServer(reference), request, {}, io.signal)
  return 0
}

async function toHelp(): Promise<string> {
  const [{ toDefinitions }, { defineFlag }] = await Promise.all([
    import('../../faces/cli/help/layout.ts'),
    import('../../faces/cli/help/arguments.ts'),
  ])
  const usage = toDefinitions(
    [
      ['toolaccord <server> <command> [flags]', 'Call a tool.'],
      ['toolaccord <server> --help', 'Explain the commands of a server.'],
      ['toolaccord serve <server> [flags]', 'Serve it over HTTP, or MCP over stdio.'],
    ],
    100,
  )
  const flags = toDefinitions(serveFlags.map(defineFlag), 100)
  return [
    'Usage:',
    ...usage,
    '',
    '<server> is a file, a folder or an installed package that exports a server.',
    '',
    'Flags of serve:',
    ...flags,
    '',
  ].join('\n')
}

/** The version of this package. */
async function readVersion(): Promise<string> {
  // The cast names the one member that is read; this package writes the file itself.
  const { version } = JSON.parse(
    await readFile(new URL('../../../package.json', import.meta.url), 'utf8'),
  ) as { readonly version: string }
  return version
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}

const argv = process.argv.slice(2)
const { globals } = readGlobals(
  scan(argv, createFlagSet<Flag>(globalFlags)).given,
  responseV2Contract,
)
const start: Start = { argv, globals, io: createCliIo() }
await endProcess(
  await main(start).catch((thrown: unknown) => endWithThrown(start.io, globals, thrown)),
)
