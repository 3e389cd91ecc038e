import { logLevelVariable } from '../../log/log-level.ts'
import type { Server } from '../../server.ts'
import { defaultPort } from '../http/listen.ts'
import type { HttpOptions } from '../http/serve-http.ts'
import { guardStdout } from '../stdio/guard-stdout.ts'
import { drainInTime } from './drain-in-time.ts'
import type { ProgramServer } from './program.ts'
import { type ServeRequest, toNames } from './serve-flags.ts'
import { watchProcess } from './watch-process.ts'

/** How a program serves. */
export interface Serving {
  /** Gives the options of the server's author, once the server is there; flags win. */
  readonly options?: (() => HttpOptions | Promise<HttpOptions>) | undefined
  /** Fires when the program is told to stop. */
  readonly interrupted: AbortSignal
}

/**
 * Creates a server and serves it until the client goes away, the process is told to stop, or an
 * error comes up that no call caught; resolves to the exit code. What is printed while the server
 * is made for standard input and output goes to stderr already.
 */
export async function serveUntilStopped(
  createServer: () => Promise<ProgramServer>,
  { stdio, verbose, http, mcp: asked }: ServeRequest,
  { options: readOptions = () => ({}), interrupted }: Serving,
): Promise<number> {
  // The server is yet to be made, and its log asks the environment.
  if (verbose) process.env[logLevelVariable] = 'trace'
  const send = stdio ? guardStdout() : undefined
  const { server, ready } = await createServer()
  const options = { ready, ...(await readOptions()) }
  const tools = asked.tools ?? toolsFromEnv(process.env) ?? options.mcp?.tools
  const mcp = { ...options.mcp, ...asked, tools }
  if (send !== undefined) {
    const { serveLines } = await import('../stdio/serve-stdio.ts')
    const { closeMs = 10_000 } = options
    const watch = watchProcess(server, interrupted)
    const msLeft = startCountdown(watch.stopped, closeMs)
    await serveLines(server, { ...mcp, stopped: watch.stopped, closeMs }, send)
    await drainInTime(server, msLeft())
    return watch.end()
  }
  // Loaded here only: a call must start without an HTTP server.
  const { serveHttp } = await import('../http/serve-http.ts')
  const { authenticatorFromEnv, warnOfScopes } = await import('../http/authenticator-from-env.ts')
  const authenticator = options.authenticator ?? (await authenticatorFromEnv(process.env))
  const served = await serveHttp(server, { ...options, ...http, mcp, authenticator })
  process.stderr.write(describeServed(server, served.url))
  process.stderr.write(describePort({ ...options, ...http }, served.url))
  if (authenticator === undefined) process.stderr.write(warnOfScopes(server))
  const watch = watchProcess(server, interrupted)
  await watch.stopped
  await served.close()
  return watch.end()
}

/** Returns how much is left of a time that begins with an event. */
function startCountdown(event: Promise<unknown>, ms: number): () => number {
  let beganAt: number | undefined
  event.then(() => (beganAt = performance.now()))
  return () => {
    if (beganAt === undefined) return ms
    return Math.max(0, ms - (performance.now() - beganAt))
  }
}

/** Says why the port is not the usual one; '' if it is, or if a port was asked for. */
function describePort({ port }: HttpOptions, url: string): string {
  if (port !== undefined || new URL(url).port === String(defaultPort)) return ''
  const taken = `Port ${defaultPort} is taken by another program`
  return `note: ${taken}, so this one is free and may differ next time. Choose one with --port.\n`
}

/** The sets and tools in the environment; undefined if it names none. */
function toolsFromEnv({
  TOOLACCORD_TOOLS: list,
}: NodeJS.ProcessEnv): readonly string[] | undefined {
  return list === undefined || list.trim() === '' ? undefined : toNames(list)
}

/** Says where everything is, resources at a fixed path included. */
function describeServed(server: Server, url: string): string {
  const places: [name: string, path: string][] = [
    ['MCP', '/mcp'],
    ['page', '/'],
    ['OpenAPI', '/openapi.json'],
    ['routes', '/api/<tool>'],
  ]
  for (const { name, path } of server.resources()) {
    if (path !== undefined && !path.includes(':')) places.push([name, path])
  }
  const lines = places.map(([name, path]) => `  ${name.padEnd(8)}  ${url}${path}\n`)
  return `${server.name} ${server.version} is served at ${url}\n${lines.join('')}`
}
