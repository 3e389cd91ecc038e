import { readFile } from 'node:fs/promises'
import { exitOf } from '../codebook.ts'
import { responseV2Contract } from '../contracts/response-v2.ts'
import { type Flag, createFlagSet } from '../faces/cli/flag.ts'
import { type Globals, globalFlags, readGlobals } from '../faces/cli/global-flags.ts'
import { tooManyWords } from '../faces/cli/read-arguments.ts'
import { createReport } from '../faces/cli/report.ts'
import { runCli } from '../faces/cli/run-cli.ts'
import { scan } from '../faces/cli/scan.ts'
import { type UsageProblem, hasProblems, toUsageFailure } from '../faces/cli/usage-problem.ts'
import { toLine } from '../log.ts'
import type { Server } from '../server.ts'
import { createCliIo } from './cli-io.ts'
import { LoadError, loadServer } from './load-server.ts'

const serveFlags: readonly Flag[] = [
  { name: 'http', summary: 'Serve over HTTP: MCP at /mcp, routes, OpenAPI and a page; the default.' },
  { name: 'stdio', summary: 'Serve MCP over standard input and output.' },
  { name: 'port', placeholder: 'N', summary: 'The port to listen on; 0 takes a free one.' },
  { name: 'host', placeholder: 'H', summary: 'The address to listen on.' },
  { name: 'allow-remote', summary: 'Let other machines call, although callers are not authenticated.' },
]

/** What a command line is run with before there is a server to speak for itself. */
interface Start {
  readonly argv: readonly string[]
  readonly globals: Globals
  readonly io: ReturnType<typeof createCliIo>
}

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
  const { words, given, problems } = scan(argv, createFlagSet<Flag>([...globalFlags, ...serveFlags]))
  const [reference, extra] = words
  const texts = new Map(given.map(({ flag, text }) => [flag.name, text]))
  const faults = [...problems, ...(extra === undefined ? [] : [tooManyWords(extra, 1)]), ...portFaults(texts.get('port'))]
  if (start.globals.help) return print(await toHelp())
  if (hasProblems(faults)) return refuse(start, faults)
  if (reference === undefined) return refuse(start, [{ reason: 'missing_argument', message: 'The server is missing.', hint: 'Name it: toolaccord serve <server>.' }])
  if (texts.has('stdio') && texts.has('http')) return refuse(start, [{ reason: 'invalid_argument', message: 'Give --stdio or --http, not both.' }])
  const server = await loadServer(reference)
  return texts.has('stdio') ? serveOverStdio(server) : serveOverHttp(start, server, texts)
}

/** Standard output belongs to the protocol, so nothing is printed. */
async function serveOverStdio(server: Server): Promise<number> {
  const { serveStdio } = await import('./serve-stdio.ts')
  await serveStdio(server)
  return 0
}

async function serveOverHttp(start: Start, server: Server, texts: ReadonlyMap<string, string>): Promise<number> {
  // Loaded here only: a call must start without an HTTP server.
  const { serveHttp } = await import('./serve-http.ts')
  const { authenticatorFromEnv, warnOfScopes } = await import('./http-callers.ts')
  const port = texts.get('port')
  const authenticator = await authenticatorFromEnv(process.env)
  const http = await serveHttp(server, { port: port === undefined ? undefined : Number(port), host: texts.get('host'), allowRemote: texts.has('allow-remote'), authenticator })
  process.stderr.write(`${server.name} ${server.version} is served at ${http.url}
  MCP       ${http.url}/mcp
  page      ${http.url}/
  OpenAPI   ${http.url}/openapi.json
  routes    ${http.url}/api/<tool>
${authenticator === undefined ? warnOfScopes(server) : ''}`)
  await untilStopped(start.io.signal)
  await http.close()
  return 0
}

const untilStopped = (interrupted: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (interrupted.aborted) resolve()
    interrupted.addEventListener('abort', () => resolve())
    process.once('SIGTERM', () => resolve())
  })

function portFaults(port: string | undefined): UsageProblem[] {
  if (port === undefined || (/^\d+$/.test(port) && Number(port) <= 65_535)) return []
  return [{ reason: 'invalid_argument', message: `--port must be a number from 0 to 65535, not '${port}'.` }]
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

function print(text: string): number {
  process.stdout.write(text)
  return 0
}

function refuse({ globals, io }: Start, problems: readonly [UsageProblem, ...UsageProblem[]]): number {
  const failure = toUsageFailure(problems, responseV2Contract, globals.requestId)
  createReport(io, globals, responseV2Contract.codes).outcome(failure)
  return exitOf(responseV2Contract.codes, failure)
}

/** What kept a server from being loaded or served. */
function refuseThrown(start: Start, thrown: unknown): number {
  if (start.globals.verbose) process.stderr.write(`${toLine('error', 'there is no server to call', { thrown })}\n`)
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return refuse(start, [{ reason: 'invalid_argument', message, hint: thrown instanceof LoadError ? thrown.hint : undefined }])
}

const argv = process.argv.slice(2)
const { globals } = readGlobals(scan(argv, createFlagSet<Flag>(globalFlags)).given, responseV2Contract)
const start: Start = { argv, globals, io: createCliIo() }
const exit = await main(start).catch((thrown: unknown) => refuseThrown(start, thrown))
// A server may hold timers and connections open, so the process is ended, once all is written.
for (const stream of [process.stdout, process.stderr]) await new Promise<void>((resolve) => void stream.write('', () => resolve()))
process.exit(exit)
