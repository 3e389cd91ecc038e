import { type Flag, createFlagSet } from '../faces/cli/flag.ts'
import { globalFlags } from '../faces/cli/global-flags.ts'
import { tooManyWords } from '../faces/cli/read-arguments.ts'
import { scan } from '../faces/cli/scan.ts'
import type { UsageProblem } from '../faces/cli/usage-problem.ts'
import type { Server } from '../server.ts'
import type { HttpOptions } from './serve-http.ts'

/** The flags of `serve`. */
export const serveFlags: readonly Flag[] = [
  { name: 'http', summary: 'Serve over HTTP: MCP at /mcp, routes, OpenAPI and a page; the default.' },
  { name: 'stdio', summary: 'Serve MCP over standard input and output.' },
  { name: 'port', placeholder: 'N', summary: 'The port to listen on; 0 takes a free one.' },
  { name: 'host', placeholder: 'H', summary: 'The address to listen on.' },
  { name: 'allow-remote', summary: 'Let other machines call, although callers are not authenticated.' },
]

/** What a command line says about serving. */
export interface ServeCommand extends Pick<HttpOptions, 'port' | 'host' | 'allowRemote'> {
  /** The words that are no flags. */
  readonly words: readonly string[]
  readonly isStdio: boolean
}

/** Reads what follows `serve`, at most so many words beside its flags. */
export function readServe(argv: readonly string[], maxWords: number): { readonly command: ServeCommand; readonly problems: readonly UsageProblem[] } {
  const { words, given, problems } = scan(argv, createFlagSet<Flag>([...globalFlags, ...serveFlags]))
  const texts = new Map(given.map(({ flag, text }) => [flag.name, text]))
  const [port, extra] = [texts.get('port'), words[maxWords]]
  const faults = [
    ...problems,
    ...(extra === undefined ? [] : [tooManyWords(extra, maxWords)]),
    ...portFaults(port),
    ...(texts.has('stdio') && texts.has('http') ? [{ reason: 'invalid_argument', message: 'Give --stdio or --http, not both.' } as const] : []),
  ]
  const command = { words, isStdio: texts.has('stdio'), port: port === undefined ? undefined : Number(port), host: texts.get('host'), allowRemote: texts.has('allow-remote') }
  return { command, problems: faults }
}

function portFaults(port: string | undefined): UsageProblem[] {
  if (port === undefined || (/^\d+$/.test(port) && Number(port) <= 65_535)) return []
  return [{ reason: 'invalid_argument', message: `--port must be a number from 0 to 65535, not '${port}'.` }]
}

/** Serves until the client has gone, or the process is told to stop. */
export async function serveUntilStopped(server: Server, { isStdio, port, host, allowRemote }: ServeCommand, signal: AbortSignal, http: HttpOptions = {}): Promise<void> {
  const stopped = untilStopped(signal)
  if (!isStdio) return serveOverHttp(server, { ...http, port: port ?? http.port, host: host ?? http.host, allowRemote: allowRemote || http.allowRemote }, stopped)
  const { serveStdio } = await import('./serve-stdio.ts')
  // Standard output belongs to the protocol, so nothing is printed.
  await Promise.race([serveStdio(server, http.mcp), stopped])
}

async function serveOverHttp(server: Server, options: HttpOptions, stopped: Promise<void>): Promise<void> {
  // Loaded here only: a call must start without an HTTP server.
  const { serveHttp } = await import('./serve-http.ts')
  const authenticator = options.authenticator ?? (await authenticatorFromEnv())
  const http = await serveHttp(server, { ...options, authenticator })
  process.stderr.write(`${server.name} ${server.version} is served at ${http.url}
  MCP       ${http.url}/mcp
  page      ${http.url}/
  OpenAPI   ${http.url}/openapi.json
  routes    ${http.url}/api/<tool>
${authenticator === undefined ? warnOfScopes(server) : ''}`)
  await stopped
  await http.close()
}

/** Who runs a server may name the keys of its callers without a word from its author. */
async function authenticatorFromEnv() {
  const { createAuthenticator, keysFromEnv } = await import('../auth/index.ts')
  const keys = keysFromEnv(process.env)
  return keys.length === 0 ? undefined : createAuthenticator({ keys })
}

/** Tools that need scopes refuse everybody where nobody is known. */
function warnOfScopes(server: Server): string {
  const names = server.tools().flatMap(({ name, scopes }) => (scopes.length === 0 ? [] : [name]))
  return names.length === 0 ? '' : `warning: Nobody can call ${names.join(', ')}: scopes are needed, and callers have no keys. Set TOOLACCORD_API_KEYS, or give an authenticator.\n`
}

const untilStopped = (interrupted: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (interrupted.aborted) resolve()
    interrupted.addEventListener('abort', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
