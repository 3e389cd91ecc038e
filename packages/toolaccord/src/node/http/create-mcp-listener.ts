import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AuthRefusal } from '../../auth/auth-refusal.ts'
import type { Authenticator } from '../../auth/create-authenticator.ts'
import type { Caller } from '../../define/call.ts'
import { toRateLimitHeaders } from '../../faces/http/to-rate-limit-headers.ts'
import type { McpHandler } from '../../faces/mcp/create-mcp-handler.ts'
import type { Arrival } from '../../faces/mcp/fast-lane.ts'
import { authHeaders, toAuthAnswer } from '../../faces/mcp/protocol/auth-answer.ts'
import type { RateLimit } from '../../outcome/outcome.ts'
import type { CallerSignal } from '../../signals/caller-signal.ts'
import { addCors, answerPreflight, isPreflight } from './mcp-cors.ts'
import { writeResponse } from './write-response.ts'

export interface McpListenerOptions {
  readonly bodyBytes: number
  /** Host names that requests may be addressed to; any when absent. */
  readonly hosts?: readonly string[]
  /** Origins of web pages that may call, beside the server's own. */
  readonly origins?: readonly string[] | 'any'
  /** Tells who calls; without one, everybody may. */
  readonly authenticator?: Authenticator
}

/** Serves `/mcp` straight from Node's request: plain messages never become a Request or a Response. */
export function createMcpListener(
  handler: McpHandler,
  options: McpListenerOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { authenticator, origins } = options

  return (request, response) => {
    if (origins !== undefined) addCors(request, response, origins)
    const refusal = refuseForeign(request, options)
    if (refusal !== undefined) return send(response, 403, toError(-32_000, refusal))
    if (origins !== undefined && isPreflight(request)) return answerPreflight(response)
    if (authenticator === undefined) return serve(request, response, undefined)
    authenticate(authenticator, request, response).catch(() => response.destroy())
  }

  /** Nobody reads the request meanwhile, so Node keeps the body back. */
  async function authenticate(
    authenticator: Authenticator,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    for (const [name, value] of Object.entries(authHeaders)) response.appendHeader(name, value)
    const found = await authenticator.authenticate(request.headers.authorization)
    if (found.ok) serve(request, response, found.caller)
    else refuse(response, found)
  }

  function serve(
    request: IncomingMessage,
    response: ServerResponse,
    caller: Caller | undefined,
  ): void {
    if (!methods.has(request.method))
      return send(response, 405, toError(-32_000, 'Method not allowed.'))
    if (request.method !== 'POST' || !isJson(request.headers['content-type']))
      return pass(request, response, caller, undefined)
    read(request, options.bodyBytes, (text) => {
      if (text === undefined)
        return send(
          response,
          413,
          toError(-32_000, `The body is over the limit of ${options.bodyBytes} bytes.`),
        )
      const message = parse(text)
      const refusal = caller === undefined ? undefined : handler.refuse(message, caller)
      if (refusal !== undefined) return refuse(response, refusal)
      const answer =
        message === undefined
          ? undefined
          : handler.answer(message, new NodeArrival(request, response, caller))
      if (answer === undefined) return pass(request, response, caller, { text, message })
      if (typeof answer === 'string') return send(response, 200, answer)
      answer.then((json) => send(response, 200, json)).then(undefined, () => response.destroy())
    })
  }

  function refuse(response: ServerResponse, refusal: AuthRefusal): void {
    const { status, challenge, json } = toAuthAnswer(refusal, authenticator)
    if (challenge !== undefined) response.setHeader('WWW-Authenticate', challenge)
    send(response, status, json)
  }

  function pass(
    request: IncomingMessage,
    response: ServerResponse,
    caller: Caller | undefined,
    body: { readonly text: string; readonly message: unknown } | undefined,
  ): void {
    const controller = new AbortController()
    response.once('close', () => controller.abort())
    handler
      .fetch(toRequest(request, body?.text, controller.signal), body?.message, caller)
      .then((answer) => writeResponse(response, answer))
      .catch(() => response.destroy())
  }
}

/**
 * A message over Node's HTTP. It is its own signal, which tells when the client hangs up: a whole
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

/** Those that any revision has; a Request cannot be made of every other one. */
const methods: ReadonlySet<string | undefined> = new Set(['POST', 'GET', 'DELETE'])

const isJson = (type: string | undefined) =>
  type === 'application/json' || (type !== undefined && /^application\/json\s*(;|$)/i.test(type))

/**
 * The whole body as text; undefined as soon as it is known to be over the limit, while the rest is
 * read and dropped.
 */
function read(
  request: IncomingMessage,
  limit: number,
  done: (text: string | undefined) => void,
): void {
  let body: Buffer | undefined
  let chunks: Buffer[] | undefined
  let size = 0
  let isOver = Number(request.headers['content-length']) > limit
  if (isOver) done(undefined)
  request.on('data', (chunk: Buffer) => {
    if (isOver) return
    size += chunk.length
    isOver = size > limit
    if (isOver) return done(undefined)
    if (body === undefined) body = chunk
    else (chunks ??= [body]).push(chunk)
  })
  request.on('end', () => {
    if (!isOver) done((chunks === undefined ? body : Buffer.concat(chunks))?.toString('utf8') ?? '')
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/**
 * DNS rebinding: a page of another site may reach this port under its own name, or send its own
 * origin.
 */
function refuseForeign(
  { headers }: IncomingMessage,
  { hosts, origins }: McpListenerOptions,
): string | undefined {
  const host = headers.host ?? ''
  if (hosts !== undefined && !hosts.includes(host.replace(/:\d+$/, '')))
    return `This server does not answer for the host '${host}'.`
  const { origin } = headers
  if (origin === undefined || origins === 'any' || origins?.includes(origin)) return undefined
  return URL.canParse(origin) && new URL(origin).host === host
    ? undefined
    : 'Web pages of this origin may not call this server.'
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

/** Node copies a text into one with its headers, which pays for short ones and not for long ones. */
const longText = 16_384

const toError = (code: number, message: string) =>
  JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })

function toRequest(
  request: IncomingMessage,
  body: string | undefined,
  signal: AbortSignal,
): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    headers.set(name, Array.isArray(value) ? value.join(', ') : (value ?? ''))
  const method = request.method ?? 'GET'
  // Nobody reads the URL, and one made of a caller's `Host` need not be valid.
  return new Request('http://localhost/mcp', {
    method,
    headers,
    signal,
    ...(body !== undefined && { body }),
  })
}
