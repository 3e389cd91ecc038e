import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '../../define/call.ts'
import {
  type EdgeInit,
  type RequestView,
  createEdge,
  isOverLimit,
} from '../../faces/http/create-edge.ts'
import type { Sender } from '../../faces/http/create-guarded-fetch.ts'
import { toMcpEdgeRules } from '../../faces/http/edge-rules.ts'
import { bodyTooLarge, malformedBody, refusedBodyBytes } from '../../faces/http/read-body.ts'
import { toRateLimitHeaders } from '../../faces/http/to-rate-limit-headers.ts'
import type { McpLanes } from '../../faces/mcp/create-mcp-lanes.ts'
import { type Arrival, parseMessage } from '../../faces/mcp/fast-lane.ts'
import { isRecord } from '../../json/json.ts'
import type { RateLimit } from '../../outcome/outcome.ts'
import { Refusal } from '../../outcome/refusal.ts'
import type { CallerSignal } from '../../signals/caller-signal.ts'
import { busyRefusals } from './busy-refusals.ts'
import type { NodeFace } from './node-face.ts'
import { writeResponse } from './write-response.ts'

/** Options of the listener at `/mcp`. */
export interface McpListenerOptions extends EdgeInit {
  /** The largest body that is read. */
  readonly bodyBytes: number
  /** True if no new call is taken. Default: never. */
  readonly isClosing?: (() => boolean) | undefined
}

/** Reads Node's own requests. */
const nodeRequests: RequestView<IncomingMessage> = {
  methodOf: ({ method }) => method,
  hostOf: ({ headers }) => headers.host ?? '',
  headerOf({ headers }, name) {
    const value = headers[name]
    return value && toText(value)
  },
}

/** Node has an array for some headers that were sent several times. */
function toText(value: string | readonly string[]): string {
  if (typeof value === 'string') return value
  return value.join(', ')
}

/** Serves `/mcp` straight from Node's request: a plain message never becomes a web Request. */
export function createMcpListener(lanes: McpLanes, options: McpListenerOptions): NodeFace {
  const edge = createEdge(nodeRequests, toMcpEdgeRules(lanes.paramHeaders), options)
  const { bodyBytes, isClosing = () => false } = options
  const { headerOf } = nodeRequests
  const { turns } = lanes

  function receive(
    request: IncomingMessage,
    response: ServerResponse,
    caller: Caller | undefined,
  ): void {
    const isPost = request.method === 'POST'
    const refusal = isPost
      ? edge.findTypeRefusal(request)
      : lanes.findMethodRefusal(request.method, headerOf(request, 'mcp-session-id'))
    if (refusal !== undefined) return refuse(response, refusal, undefined, { caller })
    if (!isPost) return passToSdk(lanes, request, response, { caller })
    readText(request, bodyBytes, (text) => {
      if (text === undefined) return refuse(response, bodyTooLarge(bodyBytes))
      const message = parseMessage(text)
      if (message === undefined) return refuse(response, malformedBody(text))
      const turn = turns.busy.size === 0 ? undefined : turns.afterOwn(caller)
      if (turn === undefined) return answer(request, response, message, caller)
      turn
        .then(() => answer(request, response, message, caller))
        .then(undefined, () => response.destroy())
    })
  }

  /** True for a new call of a session while the server closes; without one it does not get here. */
  function isTooLate({ headers }: IncomingMessage, message: unknown): boolean {
    return headers['mcp-session-id'] !== undefined && isClosing() && asksForMore(message)
  }

  function answer(
    request: IncomingMessage,
    response: ServerResponse,
    message: unknown,
    caller: Caller | undefined,
  ): void {
    const lacking = caller && lanes.findScopeRefusal(message, caller)
    const isLate = lacking === undefined && isTooLate(request, message)
    if (lacking !== undefined || isLate) {
      const refusal = lacking ? edge.toRefusal(lacking) : busyRefusals.closing()
      const remote = request.socket.remoteAddress
      return refuse(response, refusal, message, { caller, remote })
    }
    const json = lanes.answerFast(message, new NodeArrival(request, response, caller))
    if (json === undefined) return passToSdk(lanes, request, response, { message, caller })
    if (typeof json === 'string') return send(response, 200, json)
    json.then((text) => send(response, 200, text)).then(undefined, () => response.destroy())
  }

  function refuse(
    response: ServerResponse,
    refusal: Refusal,
    message?: unknown,
    sender: Sender = {},
  ): void {
    const { status, headers, json } = lanes.refuse(refusal, message, sender)
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    send(response, status, json)
  }

  /** Refuses a request whose body nobody has read; the answer needs its id. */
  function refuseUnread(request: IncomingMessage, response: ServerResponse, thrown: unknown): void {
    if (!(thrown instanceof Refusal)) {
      response.destroy()
      return
    }
    const remote = request.socket.remoteAddress
    const isMessage = request.method === 'POST' && edge.findTypeRefusal(request) === undefined
    if (!isMessage) return refuse(response, thrown, undefined, { remote })
    readText(request, refusedBodyBytes, (text = '') =>
      refuse(response, thrown, parseMessage(text), { remote }),
    )
  }

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const foreign = edge.findForeign(request)
    if (foreign === undefined && edge.isPreflight(request)) {
      response.writeHead(204, Object.fromEntries(edge.preflightHeadersFor(request))).end()
      return
    }
    addHeaders(request, response)
    if (foreign !== undefined) return refuseUnread(request, response, foreign)
    if (!edge.isProtected) return receive(request, response, edge.localCaller)
    // Nobody reads the request meanwhile, so Node keeps the body back.
    edge
      .authenticate(request)
      .then((caller) => receive(request, response, caller))
      .catch((thrown: unknown) => refuseUnread(request, response, thrown))
  }

  function addHeaders(request: IncomingMessage, response: ServerResponse): void {
    for (const [name, value] of edge.headersFor(request)) response.appendHeader(name, value)
  }

  return {
    serve,
    refuse(request, response, refusal) {
      addHeaders(request, response)
      refuse(response, refusal, undefined, { remote: request.socket.remoteAddress })
    },
  }
}

/** True for a batch or a request; anything else may be what a running call waits for. */
function asksForMore(message: unknown): boolean {
  if (Array.isArray(message)) return true
  return isRecord(message) && message.method !== undefined && message.id !== undefined
}

/** Lets the official SDK answer a request, whose message is undefined if it has no body. */
function passToSdk(
  lanes: McpLanes,
  request: IncomingMessage,
  response: ServerResponse,
  { message, caller }: { readonly message?: unknown; readonly caller: Caller | undefined },
): void {
  const controller = new AbortController()
  response.once('close', () => controller.abort())
  lanes
    .answerWithSdk(toRequest(request, controller.signal), message, {
      caller,
      address: request.socket.remoteAddress,
    })
    .then((answered) => writeResponse(response, answered))
    .catch(() => response.destroy())
}

/**
 * A message over Node's HTTP. It is its own signal, which fires when the client hangs up: a whole
 * AbortSignal would cost more than a small call.
 */
class NodeArrival implements Arrival, CallerSignal {
  readonly headers: IncomingMessage['headers']
  readonly caller: Caller | undefined
  readonly #response: ServerResponse

  constructor({ headers }: IncomingMessage, response: ServerResponse, caller: Caller | undefined) {
    this.headers = headers
    this.caller = caller
    this.#response = response
  }

  get signal(): CallerSignal {
    return this
  }

  get aborted(): boolean {
    return this.#response.destroyed
  }

  addEventListener(_: 'abort', listener: () => void): void {
    this.#response.once('close', listener)
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    this.#response.off('close', listener)
  }

  onRateLimit(limit: RateLimit): void {
    for (const [name, value] of Object.entries(toRateLimitHeaders(limit)))
      this.#response.setHeader(name, value)
  }
}

/**
 * Reads the whole body as text. Gives undefined as soon as the body is known to be over the limit,
 * and drops the rest of it.
 */
function readText(
  request: IncomingMessage,
  limit: number,
  done: (text: string | undefined) => void,
): void {
  let first: Buffer | undefined
  let chunks: Buffer[] | undefined
  let size = 0
  let isOver = isOverLimit(request.headers['content-length'], limit)
  if (isOver) done(undefined)
  request.on('data', (chunk: Buffer) => {
    if (isOver) return
    size += chunk.length
    isOver = size > limit
    if (isOver) return done(undefined)
    if (first === undefined) first = chunk
    else (chunks ??= [first]).push(chunk)
  })
  request.on('end', () => {
    if (isOver) return
    const body = chunks === undefined ? first : Buffer.concat(chunks)
    done(body?.toString('utf8') ?? '')
  })
}

function send(response: ServerResponse, status: number, json: string): void {
  if (response.destroyed) return
  const body = json.length > longText ? Buffer.from(json) : json
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}

/** Node copies a string into one with its headers, which pays for short ones only. */
const longText = 16_384

function toRequest(
  { method = 'GET', headers: given }: IncomingMessage,
  signal: AbortSignal,
): Request {
  const headers = new Headers()
  for (const [name, value = ''] of Object.entries(given)) headers.set(name, toText(value))
  // Nobody reads the URL, and one made of a caller's `Host` need not be valid.
  return new Request('http://localhost/mcp', { method, headers, signal })
}
