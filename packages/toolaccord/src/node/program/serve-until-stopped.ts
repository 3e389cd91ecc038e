import type { Server } from '../../server.ts'
import type { HttpOptions } from '../http/serve-http.ts'
import { guardStdout } from '../stdio/guard-stdout.ts'
import { drainInTime } from './drain-in-time.ts'
import { type ServeRequest, toNames } from './serve-flags.ts'
import { watchProcess } from './watch-process.ts'

/** How a program serves. */
export interface Serving {
  /** The options of the server's author; flags win. */
  readonly options?: HttpOptions | undefined
  /** Fires when the program is told to stop. */
  readonly interrupted: AbortSignal
}

/**
 * Creates a server and serves it until the client goes away, the process is told to stop, or an
 * error comes up that no call caught; resolves to the exit code. What is printed while the server
 * is made for standard input and output goes to stderr already.
 */
export async function serveUntilStopped(
  createServer: () => Promise<Server>,
  { stdio, http, mcp: asked }: ServeRequest,
  { options = {}, interrupted }: Serving,
): Promise<number> {
  const tools = asked.tools ?? toolsFromEnv(process.env) ?? options.mcp?.tools
  const mcp = { ...options.mcp, ...asked, tools }
  if (stdio) {
    const send = guardStdout()
    const server = await createServer()
    const { serveLines } = await import('../stdio/serve-stdio.ts')
    const watch = watchProcess(server, interrupted)
    await serveLines(server, { ...mcp, stopped: watch.stopped, closeMs: options.closeMs }, send)
    await drainInTime(server)
    return watch.end()
  }
  const server = await createServer()
  // Loaded here only: a call must start without an HTTP server.
  const { serveHttp } = await import('../http/serve-http.ts')
  const { authenticatorFromEnv, warnOfScopes } = await import('../http/authenticator-from-env.ts')
  const authenticator = options.authenticator ?? (await authenticatorFromEnv(process.env))
  const served = await serveHttp(server, { ...options, ...http, mcp, authenticator })
  process.stderr.write(describeServed(server, served.url))
  if (authenticator === undefined) process.stderr.write(warnOfScopes(server))
  const watch = watchProcess(server, interrupted)
  await watch.stopped
  await served.close()
  await drainInTime(server)
  return watch.end()
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
