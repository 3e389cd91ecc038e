import type { Server as NodeServer, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { McpHandler } from '../../faces/mcp/create-mcp-handler.ts'
import type { McpOptions } from '../../faces/mcp/protocol/mcp-options.ts'
import type { RestOptions } from '../../faces/rest/requests/rest-options.ts'
import { isLoopback } from '../../names/is-loopback.ts'
import type { Server } from '../../server.ts'

/** How a server listens, all optional. */
export interface HttpOptions extends RestOptions {
  /** About the MCP face, which is served at `/mcp`. */
  readonly mcp?: McpOptions | undefined
  /** Default: 8808, or a free one when that is taken; 0 is always a free one. */
  readonly port?: number | undefined
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string | undefined
  /**
   * Lets other machines call although callers are not authenticated: needed for a host that is not
   * loopback, unless there is an authenticator.
   */
  readonly allowRemote?: boolean | undefined
  /** Time for a request to arrive, body included. Default: 30 seconds. */
  readonly requestTimeoutMs?: number | undefined
}

/** A listening server. */
export interface HttpServer {
  readonly url: string
  /** Tells MCP clients that listen that something changed. */
  readonly notify: McpHandler['notify']
  /** Stops accepting, lets running calls finish, then resolves. */
  close(): Promise<void>
}

const defaultPort = 8808

/** Serves a server over HTTP: MCP at `/mcp`, and beside it the REST face with its page. */
export async function serveHttp(server: Server, options: HttpOptions = {}): Promise<HttpServer> {
  const {
    port,
    host = '127.0.0.1',
    allowRemote = false,
    authenticator,
    requestTimeoutMs = 30_000,
  } = options
  if (!isLoopback(host) && !allowRemote && authenticator === undefined)
    throw new Error(remoteRefused(host))
  // Loaded here only: importing this module for its neighbours must not load an HTTP server.
  const [
    { createServer },
    { getRequestListener },
    { createRestHandler },
    { createMcpHandler },
    { createMcpListener },
  ] = await Promise.all([
    import('node:http'),
    import('@hono/node-server'),
    import('../../faces/rest/create-rest-handler.ts'),
    import('../../faces/mcp/create-mcp-handler.ts'),
    import('./create-mcp-listener.ts'),
  ])
  const hosts = options.hosts ?? (isLoopback(host) ? loopbackNames(host) : undefined)
  const mcp = createMcpHandler(server, options.mcp)
  const origins = options.cors === true ? 'any' : options.cors?.origins
  const serveMcp = createMcpListener(mcp, {
    bodyBytes: server.limits.bodyBytes,
    hosts,
    origins,
    authenticator,
  })
  const timeouts = {
    headersTimeout: Math.min(10_000, requestTimeoutMs),
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(1_000, requestTimeoutMs),
  }
  // The override would replace Request and Response of the whole process.
  const serveRest = getRequestListener(createRestHandler(server, { ...options, hosts }), {
    hostname: inUrl(host),
    overrideGlobalObjects: false,
  })
  const node = createServer(
    timeouts,
    (request, response) => void (isMcp(request.url) ? serveMcp : serveRest)(request, response),
  )
  const close = prepareClose(node, requestTimeoutMs)
  const bound = await listenSomewhere(node, port, host)
  let closed: Promise<void> | undefined
  return {
    url: `http://${inUrl(host)}:${bound}`,
    notify: mcp.notify,
    close: () => (closed ??= Promise.all([mcp.close(), close()]).then(() => {})),
  }
}

const isMcp = (url: string | undefined) => url === '/mcp' || url?.startsWith('/mcp?') === true

async function listenSomewhere(
  node: NodeServer,
  port: number | undefined,
  host: string,
): Promise<number> {
  try {
    return await listen(node, port ?? defaultPort, host)
  } catch (error) {
    if (port === undefined && codeOf(error) === 'EADDRINUSE') return listen(node, 0, host)
    throw explain(error, port ?? defaultPort, host)
  }
}

function listen(node: NodeServer, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    node.once('error', reject)
    node.listen(port, host, () => {
      node.off('error', reject)
      const address = node.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

/**
 * Node waits for every connection and times none out once it closes, so the ones that ask for
 * nothing, or stall, are ended here.
 */
function prepareClose(node: NodeServer, requestTimeoutMs: number): () => Promise<void> {
  const latest = new Map<Socket, ServerResponse | undefined>()
  let closing: Promise<void> | undefined
  const endIdleAfter = (response: ServerResponse) =>
    response.once('close', () => node.closeIdleConnections())
  node.on('connection', (socket) => {
    latest.set(socket, undefined)
    socket.once('close', () => latest.delete(socket))
  })
  node.on('request', (request, response) => {
    latest.set(request.socket, response)
    if (closing !== undefined) endIdleAfter(response)
  })
  const end = (isIdle: (socket: Socket, response: ServerResponse | undefined) => boolean) =>
    [...latest]
      .filter(([socket, response]) => isIdle(socket, response))
      .forEach(([socket]) => socket.destroy())
  return () => {
    closing ??= new Promise((resolve) => {
      const timer = setTimeout(
        () => end((_, response) => response?.req.complete !== true),
        requestTimeoutMs,
      )
      node.close(() => {
        clearTimeout(timer)
        resolve()
      })
      end((socket) => socket.bytesRead === 0)
      for (const response of latest.values())
        if (response?.writableFinished === false) endIdleAfter(response)
    })
    return closing
  }
}

/**
 * As they stand in a URL; anything else in a request's `Host` is a name that was rebound to this
 * machine.
 */
const loopbackNames = (host: string): readonly string[] => [
  ...new Set([inUrl(host), 'localhost', '127.0.0.1', '[::1]']),
]

const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

const remoteRefused = (host: string): string =>
  `Refused to listen on ${host}: callers are not authenticated, so every machine that reaches it could call every tool. ` +
  'Give an authenticator (createAuthenticator of toolaccord/auth), or leave host out to listen on 127.0.0.1; ' +
  'allow it by name (allowRemote: true, --allow-remote) when something in front of it checks who calls.'

function explain(error: unknown, port: number, host: string): unknown {
  const notHere = `'${host}' is not an address of this machine. Leave host out to listen on 127.0.0.1.`
  const messages = new Map<unknown, string>([
    [
      'EADDRINUSE',
      `Port ${port} of ${host} is taken. Stop what listens there, or give another port; 0 takes a free one.`,
    ],
    [
      'EACCES',
      `Not allowed to listen on port ${port} of ${host}. Give a port over 1023; 0 takes a free one.`,
    ],
    ['EADDRNOTAVAIL', notHere],
    ['ENOTFOUND', notHere],
  ])
  const message = messages.get(codeOf(error))
  return message === undefined ? error : new Error(message, { cause: error })
}
