import {
  type IncomingMessage,
  type Server as NodeServer,
  type ServerResponse,
  createServer,
} from 'node:http'
import type { Socket } from 'node:net'

/** Answers a request of Node's. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void

/** The parts of a server that answers over HTTP. */
export interface NodeServerInit {
  /** Answers at `/mcp`. */
  readonly serveMcp: NodeListener
  /** Answers everywhere else. */
  readonly serveRest: NodeListener
  readonly requestTimeoutMs: number
}

/** Node's server, and how to stop it. */
export interface ClosableServer {
  readonly node: NodeServer
  /** Stops accepting, and resolves when all running requests are answered. */
  close(): Promise<void>
}

/** Creates Node's server, which does not listen yet. */
export function createNodeServer(init: NodeServerInit): ClosableServer {
  const { serveMcp, serveRest, requestTimeoutMs } = init
  const latest = new Map<Socket, ServerResponse | undefined>()
  let closing: Promise<void> | undefined
  const node = createServer(toTimeouts(requestTimeoutMs), (request, response) => {
    latest.set(request.socket, response)
    if (closing !== undefined) endIdleAfter(response)
    if (isMcp(request.url)) serveMcp(request, response)
    else serveRest(request, response)
  })
  node.on('connection', (socket) => {
    latest.set(socket, undefined)
    socket.once('close', () => latest.delete(socket))
  })

  function endIdleAfter(response: ServerResponse): void {
    response.once('close', () => node.closeIdleConnections())
  }

  function endSilent(): void {
    for (const socket of latest.keys()) if (socket.bytesRead === 0) socket.destroy()
  }

  function endStalled(): void {
    for (const [socket, response] of latest) if (response?.req.complete !== true) socket.destroy()
  }

  /** Node waits for every connection once it closes and times none out, so this ends idle ones. */
  function close(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(endStalled, requestTimeoutMs)
      node.close(() => {
        clearTimeout(timer)
        resolve()
      })
      endSilent()
      for (const response of latest.values())
        if (response?.writableFinished === false) endIdleAfter(response)
    })
  }

  return { node, close: () => (closing ??= close()) }
}

const isMcp = (url: string | undefined): boolean =>
  url === '/mcp' || url?.startsWith('/mcp?') === true

const toTimeouts = (requestTimeoutMs: number) => ({
  headersTimeout: Math.min(10_000, requestTimeoutMs),
  requestTimeout: requestTimeoutMs,
  connectionsCheckingInterval: Math.min(1_000, requestTimeoutMs),
})
