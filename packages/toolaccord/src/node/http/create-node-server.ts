import {
  type IncomingMessage,
  type Server as NodeServer,
  type ServerResponse,
  createServer,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from '../../log/log.ts'
import type { Refusal } from '../../outcome/refusal.ts'
import { busyRefusals } from './busy-refusals.ts'
import { Connection } from './connection.ts'
import { createDoorkeeper } from './create-doorkeeper.ts'
import { createLoadWatch } from './create-load-watch.ts'
import { findBadTarget, isHealth } from './find-bad-target.ts'
import type { NodeFace } from './node-face.ts'
import type { FullHttpLimits } from './to-http-limits.ts'

/** The parts of a server that answers over HTTP. */
export interface NodeServerInit {
  /** Answers at `/mcp`. */
  readonly mcp: NodeFace
  /** Answers everywhere else. */
  readonly rest: NodeFace
  readonly requestTimeoutMs: number
  readonly limits: FullHttpLimits
  /** The largest body that is read. */
  readonly bodyBytes: number
  readonly log: Logger
}

/** Node's server, and how to stop it. */
export interface ClosableServer {
  readonly node: NodeServer
  /** From now on, connections end with their answers. */
  drain(): void
  isDraining(): boolean
  /** True once new requests are refused. */
  isClosing(): boolean
  /**
   * Refuses new requests, and resolves when all answers are with the operating system and all
   * connections are closed. The signal ends connections whose clients do not read, and calls that
   * hang.
   */
  close(deadline: AbortSignal): Promise<void>
}

/** How often what is held for clients is measured, in milliseconds. */
const lookEveryMs = 100

/** Creates Node's server, which does not listen yet. */
export function createNodeServer(init: NodeServerInit): ClosableServer {
  const { mcp, rest, requestTimeoutMs, limits } = init
  const connections = new Map<Socket, Connection>()
  const isLetIn = createDoorkeeper(limits)
  const load = createLoadWatch({ ...init, connections })
  let isDraining = false
  let isClosing = false
  let knownHost: string | undefined
  const node = createServer(toNodeOptions(requestTimeoutMs), (request, response) => {
    const connection = connections.get(request.socket)
    if (connection === undefined) return
    const former = connection.latest
    connection.latest = response
    if (former === undefined || former.writableFinished) answer(request, response)
    else connection.answerAfter(former, { request, response })
  })
  node.on('connection', (socket) => {
    if (!isLetIn(socket)) return
    connections.set(socket, new Connection(socket, answer))
    socket.once('close', () => connections.delete(socket))
  })
  node.on('timeout', load.endSilent)
  node.once('listening', () => {
    // Adding up for every request would cost.
    const timer = setInterval(look, lookEveryMs).unref()
    node.once('close', () => clearInterval(timer))
  })

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const refusal = checkTarget(request) ?? findRefusal(request)
    const face = isMcp(request.url) ? mcp : rest
    if (isDraining) response.setHeader('Connection', 'close')
    if (refusal === undefined) face.serve(request, response)
    else face.refuse(request, response, refusal)
  }

  /** Looks closer only if there is something to see. */
  function look(): void {
    let isQuiet = !load.isFull && limits.heapBytes === Infinity
    for (const [socket, { latest, watchedMs }] of connections) {
      if (socket.writableLength > 0 || watchedMs > 0) isQuiet = false
      if (latest?.req.complete === false) isQuiet = false
    }
    if (!isQuiet) load.look()
  }

  /** The last good host is nearly always that of the next request too. */
  function checkTarget(request: IncomingMessage): Refusal | undefined {
    const { host } = request.headers
    if (host === knownHost && host !== undefined && request.url?.[0] === '/') return undefined
    const refusal = findBadTarget(request)
    if (refusal === undefined) knownHost = host
    return refusal
  }

  function findRefusal({ url, headers }: IncomingMessage): Refusal | undefined {
    if ((!isClosing && !load.isFull) || isHealth(url)) return undefined
    if (!isClosing) return busyRefusals.full()
    // A call of a session may wait for what its client says now.
    return headers['mcp-session-id'] === undefined ? busyRefusals.closing() : undefined
  }

  /** Resolves when the answers that are on their way now are with the operating system. */
  async function untilAnswered(): Promise<void> {
    const answers: Promise<void>[] = []
    for (const [socket, { latest: response }] of connections) {
      if (response === undefined || response.writableFinished) continue
      if (!response.headersSent) response.setHeader('Connection', 'close')
      answers.push(untilClosed(socket, response))
    }
    await Promise.all(answers)
  }

  function endSilent(): void {
    for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy()
  }

  function endStalled(): void {
    for (const [socket, { latest }] of connections)
      if (latest?.req.complete !== true) socket.destroy()
  }

  return {
    node,
    drain() {
      isDraining = true
    },
    isDraining: () => isDraining,
    isClosing: () => isClosing,
    async close(deadline) {
      isDraining = true
      isClosing = true
      const timer = setTimeout(endStalled, requestTimeoutMs)
      const endAll = () => node.closeAllConnections()
      deadline.addEventListener('abort', endAll)
      await untilAnswered()
      await new Promise<void>((resolve) => {
        // Node cuts off what it has yet to send, so it may close only now.
        node.close(() => resolve())
        endSilent()
        if (deadline.aborted) endAll()
      })
      deadline.removeEventListener('abort', endAll)
      clearTimeout(timer)
    },
  }
}

/** Resolves when an answer is sent, or can be sent no more. */
function untilClosed(socket: Socket, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve)
    // A response that waits for the one before it does not hear of its connection.
    socket.once('close', () => resolve())
  })
}

const isMcp = (url: string | undefined): boolean =>
  url === '/mcp' || url?.startsWith('/mcp?') === true

const toNodeOptions = (requestTimeoutMs: number) => ({
  // Else the first of two hosts or tokens would count, and whoever is in front may see the second.
  joinDuplicateHeaders: true,
  headersTimeout: Math.min(10_000, requestTimeoutMs),
  requestTimeout: requestTimeoutMs,
  connectionsCheckingInterval: Math.min(1_000, requestTimeoutMs),
})
