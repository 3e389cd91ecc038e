import { setTimeout as sleep } from 'node:timers/promises'
import type { McpLanes } from '../../faces/mcp/create-mcp-lanes.ts'
import type { McpOptions } from '../../faces/mcp/protocol/mcp-options.ts'
import { findMutedTools, toSessionRule } from '../../faces/mcp/revisions/session-rule.ts'
import type { RestOptions } from '../../faces/rest/requests/rest-options.ts'
import { wholeFaults } from '../../json/whole-faults.ts'
import { isLoopback } from '../../names/is-loopback.ts'
import type { Server } from '../../server.ts'
import type { SessionPeers } from '../workers/create-session-peers.ts'
import { listen } from './listen.ts'
import type { NodeFace } from './node-face.ts'
import { type HttpLimits, toHttpLimits } from './to-http-limits.ts'
import { toLocalCaller } from './to-local-caller.ts'

/** Options of a server that listens, all optional. */
export interface HttpOptions extends RestOptions {
  /** Options of the MCP face, which is served at `/mcp`. */
  readonly mcp?: McpOptions | undefined
  /** Default: 8808, or a free one if that is taken; 0 is always a free one. */
  readonly port?: number | undefined
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string | undefined
  /**
   * Lets other machines call although callers are not authenticated. A host that is not loopback
   * needs it, unless there is an authenticator.
   */
  readonly allowRemote?: boolean | undefined
  /**
   * The scopes of whoever calls without a token, who is then the caller `local`. It is for a server
   * that listens on loopback; any other does not start with it. It has no effect if there is an
   * authenticator. Default: such a caller can call only what needs no scopes.
   */
  readonly localScopes?: readonly string[] | undefined
  /** Time for a request to arrive, body included. Default: 30 seconds. */
  readonly requestTimeoutMs?: number | undefined
  /**
   * How long `close` takes at most, in milliseconds: it drains, and waits for calls and jobs to end
   * and for clients to read. What is left then is cut off. Default: 10 seconds.
   */
  readonly closeMs?: number | undefined
  /**
   * How long `close` goes on to take requests while `/readyz` says 503, in milliseconds, so that a
   * balancer takes this process out before requests are refused. It is a part of `closeMs`.
   * Default: 0.
   */
  readonly drainMs?: number | undefined
  /** What clients may take up: connections, bytes that wait to be sent, time to read them. */
  readonly limits?: HttpLimits | undefined
}

/** A listening server. */
export interface HttpServer {
  readonly url: string
  /** Lets MCP clients that listen know that something changed. */
  readonly notify: McpLanes['notify']
  /**
   * Says 503 at `/readyz`, and after `drainMs` takes no new requests. It lets running calls finish
   * and their answers arrive, then resolves, after `closeMs` at the latest.
   */
  close(): Promise<void>
}

/**
 * Serves a server over HTTP: MCP at `/mcp`, and beside it the REST face with its page.
 *
 * @example
 *   import { serveHttp } from 'toolaccord/node'
 *
 *   const server = defineServer({ name: 'office', version: '1.0.0', tools: [] })
 *   const http = await serveHttp(server, { port: 0 })
 *   const page = await fetch(http.url)
 *   page.status // → 200
 *   await http.close()
 */
export function serveHttp(server: Server, options: HttpOptions = {}): Promise<HttpServer> {
  return serveAmong(server, options)
}

/** The same for a process that may share its address with others. */
export async function serveAmong(
  server: Server,
  options: HttpOptions,
  peers?: SessionPeers,
): Promise<HttpServer> {
  const { port, allowRemote = false, requestTimeoutMs = 30_000 } = options
  const { drainMs = 0, closeMs = 10_000 } = options
  const [fault] = [
    ...wholeFaults('closeMs', closeMs, 0, longestMs),
    ...wholeFaults('drainMs', drainMs, 0, longestMs),
    ...drainFaults(drainMs, closeMs),
  ]
  if (fault !== undefined) throw new RangeError(fault)
  const limits = toHttpLimits(options.limits)
  const host = withoutBrackets(options.host ?? '127.0.0.1')
  if (!isLoopback(host) && !allowRemote && options.authenticator === undefined)
    throw new Error(remoteRefused(host))
  const localCaller = toLocalCaller(options, host)
  // Loaded here only: importing this module for its neighbours must not load an HTTP server.
  const [
    { createRestFace },
    { createMcpLanes },
    { createMcpListener },
    { createNodeServer },
    { createRestListener },
  ] = await Promise.all([
    import('../../faces/rest/create-rest-handler.ts'),
    import('../../faces/mcp/create-mcp-lanes.ts'),
    import('./create-mcp-listener.ts'),
    import('./create-node-server.ts'),
    import('./create-rest-listener.ts'),
  ])
  const guarded = { ...options, hosts: options.hosts ?? ownNames(host), localCaller }
  const isOpen = options.authenticator === undefined
  const offered = options.mcp?.tools === undefined ? server : server.only(options.mcp.tools)
  const sessionRule = toSessionRule(offered, options.mcp?.sessions)
  const laneOptions = { ...options.mcp, isOpen, sessionTag: peers?.tag }
  const lanes = createMcpLanes(server, laneOptions, sessionRule)
  const muted = findMutedTools(offered, sessionRule)
  if (muted.length > 0) server.log.warn(withoutSessions, { tools: muted })
  const { bodyBytes } = server.limits
  // Both faces ask these only once there are requests.
  const isClosing = (): boolean => http.isClosing()
  const isDraining = (): boolean => http.isDraining()
  const face = createRestFace(server, { ...guarded, isDraining })
  const mcp = createMcpListener(lanes, { ...guarded, bodyBytes, isClosing })
  const http = createNodeServer({
    mcp: peers === undefined ? mcp : withPeers(mcp, peers),
    rest: createRestListener(face, inUrl(host)),
    requestTimeoutMs,
    limits,
    bodyBytes,
    log: server.log,
  })
  await peers?.listen(http.node)
  const { jobs } = server
  const bound = await listen(http.node, port, host)
  let closed: Promise<void> | undefined
  async function closeAll(): Promise<void> {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), closeMs)
    const isOver = new Promise((resolve) => {
      deadline.signal.addEventListener('abort', resolve)
    })
    http.drain()
    if (drainMs > 0) await sleep(drainMs)
    face.close()
    jobs?.release()
    await Promise.all([lanes.close(deadline.signal), http.close(deadline.signal)])
    await jobs?.close(deadline.signal)
    peers?.close()
    await Promise.race([server.drain(), isOver])
    clearTimeout(timer)
  }
  const close = () => (closed ??= closeAll())
  try {
    // Only a process that has its port runs jobs: any other is about to end.
    if (jobs?.isLocal) await jobs.work()
  } catch (thrown) {
    await close()
    throw thrown
  }
  return { url: `http://${inUrl(host)}:${bound}`, notify: lanes.notify, close }
}

/** Passes requests of sessions that other processes have to these. */
const withPeers = (mcp: NodeFace, peers: SessionPeers): NodeFace => ({
  serve: (request, response) =>
    peers.passOn({ request, response }, () => mcp.serve(request, response)),
  refuse: mcp.refuse,
})

function* drainFaults(drainMs: number, closeMs: number): Iterable<string> {
  if (drainMs === 0 || drainMs < closeMs) return
  yield `drainMs: ${drainMs} is not less than closeMs, which is ${closeMs}; raise closeMs.`
}

/** The longest that a timer takes. */
const longestMs = 2_147_483_647

/** The names of a server that only this machine can call; undefined for any other. */
function ownNames(host: string): readonly string[] | undefined {
  if (!isLoopback(host)) return undefined
  return [...new Set([inUrl(host), 'localhost', '127.0.0.1', '[::1]'])]
}

/** An IPv6 address is written in brackets in a URL, and without them to Node. */
const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)

const withoutBrackets = (host: string): string => host.replaceAll(/^\[|\]$/g, '')

/** Tells whoever turned sessions off what does not work now. */
const withoutSessions =
  'Without sessions, these tools cannot ask clients of the 2025 revisions over HTTP.'

const remoteRefused = (host: string): string =>
  `Refused to listen on ${host}: callers are not authenticated, ` +
  'so every machine that reaches it could call every tool. ' +
  'Give an authenticator (createAuthenticator of toolaccord/auth), ' +
  'or leave host out to listen on 127.0.0.1; ' +
  'allow it by name (allowRemote: true, --allow-remote) ' +
  'when something in front of it checks who calls.'
