import type { Server } from '../../server.ts'
import type { HttpOptions } from '../http/serve-http.ts'
import { type ServeRequest, toNames } from './serve-flags.ts'

/** Serves until the client goes away, or the process is told to stop. */
export async function serveUntilStopped(
  server: Server,
  { stdio, tools = toolsFromEnv(process.env), http, mcp: asked }: ServeRequest,
  more: HttpOptions,
  interrupted: AbortSignal,
): Promise<void> {
  const mcp = { ...more.mcp, ...asked, tools: tools ?? more.mcp?.tools }
  if (stdio) {
    // Standard output belongs to the protocol, so nothing is printed.
    const { serveStdio } = await import('../stdio/serve-stdio.ts')
    return serveStdio(server, mcp)
  }
  // Loaded here only: a call must start without an HTTP server.
  const { serveHttp } = await import('../http/serve-http.ts')
  const { authenticatorFromEnv, warnOfScopes } = await import('../http/authenticator-from-env.ts')
  const authenticator = more.authenticator ?? (await authenticatorFromEnv(process.env))
  const served = await serveHttp(server, { ...more, ...http, mcp, authenticator })
  process.stderr.write(describeServed(server, served.url))
  if (authenticator === undefined) process.stderr.write(warnOfScopes(server))
  await untilStopped(interrupted)
  await served.close()
}

/** The sets and tools in the environment; undefined if it names none. */
function toolsFromEnv({ TOOLACCORD_TOOLS: list }: NodeJS.ProcessEnv): ServeRequest['tools'] {
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

const untilStopped = (interrupted: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (interrupted.aborted) resolve()
    interrupted.addEventListener('abort', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
