import { type Flag, createFlagSet } from '../faces/cli/flag.ts'
import { globalFlags } from '../faces/cli/global-flags.ts'
import { runCli } from '../faces/cli/run-cli.ts'
import { scan } from '../faces/cli/scan.ts'
import { hasProblems } from '../faces/cli/usage-problem.ts'
import type { Server } from '../server.ts'
import { type Start, flushOutput, print, readStart, refuse, refuseThrown } from './command-start.ts'
import { readServe, serveFlags, serveUntilStopped } from './serve-command.ts'
import type { HttpOptions } from './serve-http.ts'

/** How a binary of your own is called and serves, all optional. */
export interface BinaryOptions {
  /** Its name in help and messages. Default: the name of the server. */
  readonly program?: string | undefined
  /** How `serve` listens; its flags win. Without an authenticator, keys are read from TOOLACCORD_API_KEYS. */
  readonly http?: HttpOptions | undefined
}

/** Makes this process the binary of a server: every tool is a command, and `serve` serves it over HTTP or stdio. Gives the exit code when all is written. */
export async function runBinary(server: Server, { program = server.name, http }: BinaryOptions = {}): Promise<number> {
  const start = readStart(server.contract, program)
  const exit = await main(server, start, program, http).catch((thrown: unknown) => refuseThrown(start, thrown))
  await flushOutput()
  return exit
}

async function main(server: Server, start: Start, program: string, http: HttpOptions | undefined): Promise<number> {
  const { argv, globals, io } = start
  const { words: [word], rest } = scan(argv, createFlagSet<Flag>(globalFlags), 1)
  const taken = server.tools().find(({ name }) => name === 'serve')
  if (taken !== undefined) return refuse(start, [{ reason: 'conflict', message: "The tool 'serve' would be the command that serves.", hint: 'Rename the tool.' }])
  if (word === 'serve' ? globals.help : word === 'help' && rest[0] === 'serve') return print(await toServeHelp(program))
  if (word === 'serve') return serve(server, start, rest, http)
  const exit = await runCli(server, argv, io)
  const isOverview = !globals.version && (word === undefined || (word === 'help' && rest.length === 0))
  if (isOverview && exit === 0) io.stdout.write(`\n'${program} serve' serves it to MCP clients and over HTTP; '${program} serve --help' explains how.\n`)
  return exit
}

async function serve(server: Server, start: Start, argv: readonly string[], http: HttpOptions | undefined): Promise<number> {
  const { command, problems } = readServe(argv, 0)
  if (hasProblems(problems)) return refuse(start, problems)
  await serveUntilStopped(server, command, start.io.signal, http)
  return 0
}

async function toServeHelp(program: string): Promise<string> {
  const [{ toDefinitions }, { defineFlag }] = await Promise.all([import('../faces/cli/help-layout.ts'), import('../faces/cli/help-arguments.ts')])
  return ['Usage:', `  ${program} serve [flags]`, '', 'Serve over HTTP, or MCP over stdio, until stopped.', '', 'Flags:', ...toDefinitions(serveFlags.map(defineFlag), 100), ''].join('\n')
}
