import type { IncomingMessage, ServerResponse } from 'node:http'
import type { McpHandler } from '../faces/mcp/create-mcp-handler.ts'
import type { CallerSignal } from '../lazy-signal.ts'
import { writeResponse } from './write-response.ts'

export interface McpListenerOptions {
  readonly bodyBytes: number
  /** Host names that requests may be addressed to; any when absent. */
  readonly hosts?: readonly string[]
  /** Origins of web pages that may call, beside the server's own. */
  readonly origins?: readonly string[] | 'any'
}

/** Serves `/mcp` straight from Node's request: plain messages never become a Request or a Response. */
export function createMcpListener(handler: McpHandler, options: McpListenerOptions): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const refusal = refuseForeign(request, options)
    if (refusal !== undefined) return send(response, 403, toError(-32_000, refusal))
    if (!methods.has(request.method)) return send(response, 405, toError(-32_000, 'Method not allowed.'))
    if (request.method !== 'POST' || !isJson(request.headers['content-type'])) return pass(request, response, undefined)
    read(request, options.bodyBytes, (text) => {
      if (text === undefined) return send(response, 413, toError(-32_000, `The body is over the limit of ${options.bodyBytes} bytes.`))
      const message = parse(text)
      const answer = message === undefined ? undefined : handler.answer(message, { headers: request.headers, signal: new HangUp(response) })
      if (answer === undefined) return pass(request, response, { text, message })
      if (typeof answer === 'string') return send(response, 200, answer)
      answer.then((json) => send(response, 200, json)).then(undefined, () => response.destroy())
    })
  }

  function pass(request: IncomingMessage, response: ServerResponse, body: { readonly text: string; readonly message: unknown } | undefined): void {
    const controller = new AbortController()
    response.once('close', () => controller.abort())
    handler
      .fetch(toRequest(request, body?.text, controller.signal), body?.message)
      .then((answer) => writeResponse(response, answer))
      .catch(() => response.destroy())
  }
}

/** Tells when a client hangs up; a whole AbortSignal would cost more than a small call. */
class HangUp implements CallerSignal {
  readonly #response: ServerResponse

  constructor(response: ServerResponse) {
    this.#response = response
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
}

/** Those that any revision has; a Request cannot be made of every other one. */
const methods: ReadonlySet<string | undefined> = new Set(['POST', 'GET', 'DELETE'])

const isJson = (type: string | undefined) => type === 'application/json' || (type !== undefined && /^application\/json\s*(;|$)/i.test(type))

/** The whole body as text; undefined as soon as it is known to be over the limit, while the rest is read and dropped. */
function read(request: IncomingMessage, limit: number, done: (text: string | undefined) => void): void {
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

/** DNS rebinding: a page of another site may reach this port under its own name, or send its own origin. */
function refuseForeign({ headers }: IncomingMessage, { hosts, origins }: McpListenerOptions): string | undefined {
  const host = headers.host ?? ''
  if (hosts !== undefined && !hosts.includes(host.replace(/:\d+$/, ''))) return `This server does not answer for the host '${host}'.`
  const { origin } = headers
  if (origin === undefined || origins === 'any' || origins?.includes(origin)) return undefined
  return URL.canParse(origin) && new URL(origin).host === host ? undefined : 'Web pages of this origin may not call this server.'
}

function send(response: ServerResponse, status: number, json: string): void {
  if (response.destroyed) return
  const body = json.length > longText ? Buffer.from(json) : json
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

/** Node copies a text into one with its headers, which pays for short ones and not for long ones. */
const longText = 16_384

const toError = (code: number, message: string) => JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })

function toRequest(request: IncomingMessage, body: string | undefined, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, Array.isArray(value) ? value.join(', ') : (value ?? ''))
  const method = request.method ?? 'GET'
  // Nobody reads the URL, and one made of a caller's `Host` need not be valid.
  return new Request('http://localhost/mcp', { method, headers, signal, ...(body !== undefined && { body }) })
}
