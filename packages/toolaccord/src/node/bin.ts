import { readFile } from 'node:fs/promises'
import { responseV2Contract } from '../contracts/response-v2.ts'
import { type Flag, createFlagSet } from '../faces/cli/flag.ts'
import { globalFlags } from '../faces/cli/global-flags.ts'
import { runCli } from '../faces/cli/run-cli.ts'
import { scan } from '../faces/cli/scan.ts'
import { hasProblems } from '../faces/cli/usage-problem.ts'
import { type Start, flushOutput, print, readStart, refuse, refuseThrown } from './command-start.ts'
import { loadServer } from './load-server.ts'
import { readServe, serveFlags, serveUntilStopped } from './serve-command.ts'

async function main(start: Start): Promise<number> {
  const { words, problems, rest } = scan(start.argv, createFlagSet<Flag>(globalFlags), 1)
  const [word] = words
  if (hasProblems(problems)) return refuse(start, problems)
  if (word === 'serve') return serve(start, rest)
  if (word !== undefined && word !== 'help') return callServer(start, word, rest)
  return start.globals.version ? print(`toolaccord ${await readVersion()}\n`) : print(await toHelp())
}

async function callServer({ argv, io }: Start, reference: string, rest: readonly string[]): Promise<number> {
  const before = argv.slice(0, argv.length - rest.length - 1)
  return runCli(await loadServer(reference), [...before, ...rest], { ...io, program: `toolaccord ${reference}` })
}

async function serve(start: Start, argv: readonly string[]): Promise<number> {
  const { command, problems } = readServe(argv, 1)
  const [reference] = command.words
  if (start.globals.help) return print(await toHelp())
  if (hasProblems(problems)) return refuse(start, problems)
  if (reference === undefined) return refuse(start, [{ reason: 'missing_argument', message: 'The server is missing.', hint: 'Name it: toolaccord serve <server>.' }])
  await serveUntilStopped(await loadServer(reference), command, start.io.signal)
  return 0
}

async function toHelp(): Promise<string> {
  const [{ toDefinitions }, { defineFlag }] = await Promise.all([import('../faces/cli/help-layout.ts'), import('../faces/cli/help-arguments.ts')])
  const usage = toDefinitions(
    [
      ['toolaccord <server> <command> [flags]', 'Call a tool.'],
      ['toolaccord <server> --help', 'Explain the commands of a server.'],
      ['toolaccord serve <server> [flags]', 'Serve it over HTTP, or MCP over stdio.'],
    ],
    100,
  )
  const flags = toDefinitions(serveFlags.map(defineFlag), 100)
  return ['Usage:', ...usage, '', '<server> is a file, a folder or an installed package that exports a server.', '', 'Flags of serve:', ...flags, ''].join('\n')
}

/** The version of this package. */
async function readVersion(): Promise<string> {
  // The cast names the one member that is read; this package writes the file itself.
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as { readonly version: string }
  return version
}

const start = readStart(responseV2Contract)
const exit = await main(start).catch((thrown: unknown) => refuseThrown(start, thrown))
// A server may hold timers and connections open, so the process is ended, once all is written.
await flushOutput()
process.exit(exit)
