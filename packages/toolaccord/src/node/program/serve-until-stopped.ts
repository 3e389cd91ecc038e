import { logLevelVariable } from '../../log/log-level.ts'
import type { Server } from '../../server.ts'
import { defaultPort } from '../http/listen.ts'
import type { HttpOptions } from '../http/serve-http.ts'
import { guardStdout } from '../stdio/guard-stdout.ts'
import { type WorkerFacts, takeWorkerFacts } from '../workers/worker-facts.ts'
import { drainInTime } from './drain-in-time.ts'
import type { Membership, joinWorkers } from './join-workers.ts'
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
  request: ServeRequest,
  serving: Serving,
): Promise<number> {
  // The server is yet to be made, and its log asks the environment.
  if (request.verbose) process.env[logLevelVariable] = 'trace'
  const facts = takeWorkerFacts(process.env)
  if (request.workers > 1 && facts === undefined) {
    // Loaded here only: most servers are one process.
    const { superviseWorkers } = await import('../workers/supervise-workers.ts')
    return superviseWorkers(request.workers, serving.interrupted)
  }
  const send = request.stdio ? guardStdout() : undefined
  const { server, ready } = await createServer()
  const options = { ready, ...(await serving.options?.()) }
  const tools = request.mcp.tools ?? toolsFromEnv(process.env) ?? options.mcp?.tools
  const mcp = { ...options.mcp, ...request.mcp, tools }
  if (send === undefined) {
    const all = { ...options, ...request.http, mcp }
    return listenUntilStopped(server, all, { interrupted: serving.interrupted, facts })
  }
  const { serveLines } = await import('../stdio/serve-stdio.ts')
  const { closeMs = 10_000 } = options
  const watch = watchProcess(server, serving.interrupted)
  const msLeft = startCountdown(watch.stopped, closeMs)
  await serveLines(server, { ...mcp, stopped: watch.stopped, closeMs }, send)
  await drainInTime(server, msLeft())
  return watch.end()
}

interface Listening {
  readonly interrupted: AbortSignal
  /** Present if the process is one of several on its address. */
  readonly facts: WorkerFacts | undefined
}

async function listenUntilStopped(
  made: Server,
  given: HttpOptions,
  { interrupted, facts }: Listening,
): Promise<number> {
  // Loaded here only: a call must start without an HTTP server.
  const { serveAmong } = await import('../http/serve-http.ts')
  const { authenticatorFromEnv, warnOfScopes } = await import('../http/authenticator-from-env.ts')
  const authenticator = given.authenticator ?? (await authenticatorFromEnv(process.env))
  const membership = facts && (await join(made, given, facts))
  const { server, options } = membership ?? { server: made, options: given }
  const served = await serveAmong(server, { ...options, authenticator }, membership?.peers)
  if (facts === undefined || facts.isFirst) {
    process.stderr.write(describeServed(server, served.url, facts))
    process.stderr.write(describePort(given, served.url))
    if (authenticator === undefined) process.stderr.write(warnOfScopes(server, given.localScopes))
  }
  const watch = watchProcess(server, interrupted, membership?.told)
  membership?.tellServes()
  await watch.stopped
  await served.close()
  return watch.end()
}

async function join(...joining: Parameters<typeof joinWorkers>): Promise<Membership> {
  const loaded = await import('./join-workers.ts')
  return loaded.joinWorkers(...joining)
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
function describeServed(server: Server, url: string, facts: WorkerFacts | undefined): string {
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
  const by = facts === undefined ? '' : ` by ${facts.count} workers`
  return `${server.name} ${server.version} is served at ${url}${by}\n${lines.join('')}`
}
