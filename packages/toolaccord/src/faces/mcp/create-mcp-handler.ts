import type { Caller } from '../../define/call.ts'
import type { RateLimit } from '../../outcome/outcome.ts'
import { Refusal } from '../../outcome/refusal.ts'
import type { Server } from '../../server.ts'
import { type EdgeOptions, createEdge, webRequests } from '../http/create-edge.ts'
import { type Sender, createGuardedFetch } from '../http/create-guarded-fetch.ts'
import { toMcpEdgeRules } from '../http/edge-rules.ts'
import { parseBody, readBody, refusedBodyBytes } from '../http/read-body.ts'
import { toRateLimitHeaders } from '../http/to-rate-limit-headers.ts'
import { type McpLanes, createMcpLanes } from './create-mcp-lanes.ts'
import type { McpOptions } from './protocol/mcp-options.ts'

/** Options of the MCP face over HTTP, all optional. */
export interface McpHandlerOptions extends McpOptions, EdgeOptions {}

/** The MCP face of a server over HTTP. */
export interface McpHandler {
  /** Answers a request to the path of the MCP face. It never rejects. */
  fetch(request: Request): Promise<Response>
  /** Lets clients that listen know that something changed. */
  readonly notify: McpLanes['notify']
  /** Lets running calls finish, then ends every stream. */
  close(): Promise<void>
}

/**
 * Creates the MCP face as a web-standard `fetch`, for any app that takes one.
 *
 * @example
 *   import { createMcpHandler } from 'toolaccord/mcp'
 *
 *   const server = defineServer({ name: 'office', version: '1.0.0', tools: [] })
 *   const mcp = createMcpHandler(server, { hosts: ['tools.example'] })
 *   const response = await mcp.fetch(new Request('https://other.example/mcp', { method: 'POST' }))
 *   response.status // → 403
 */
export function createMcpHandler(server: Server, options: McpHandlerOptions = {}): McpHandler {
  const isOpen = options.authenticator === undefined
  const lanes = createMcpLanes(server, { ...options, isOpen })
  const edge = createEdge(webRequests, toMcpEdgeRules(lanes.paramHeaders), options)

  async function serve(request: Request, caller: Caller | undefined): Promise<Response> {
    const isPost = request.method === 'POST'
    const session = request.headers.get('mcp-session-id') ?? undefined
    const refusal = isPost
      ? edge.findTypeRefusal(request)
      : lanes.findMethodRefusal(request.method, session)
    if (refusal !== undefined) throw refusal
    if (!isPost) return lanes.answerWithSdk(request, undefined, { caller })
    const bytes = await readBody(request, server.limits.bodyBytes)
    const message = parseBody(new TextDecoder().decode(bytes))
    try {
      return await answer(request, message, caller)
    } catch (thrown) {
      return refuse(thrown, message, { caller })
    }
  }

  async function answer(
    request: Request,
    message: unknown,
    caller: Caller | undefined,
  ): Promise<Response> {
    const lacking = caller && lanes.findScopeRefusal(message, caller)
    if (lacking !== undefined) throw edge.toRefusal(lacking)
    const headers = new Headers({ 'Content-Type': 'application/json' })
    const fast = lanes.answerFast(message, {
      headers: Object.fromEntries(request.headers),
      signal: request.signal,
      caller,
      onRateLimit: (limit) => addRateLimit(headers, limit),
    })
    if (fast === undefined) return lanes.answerWithSdk(request, message, { caller })
    return new Response(await fast, { headers })
  }

  function refuse(thrown: unknown, message: unknown, sender: Sender): Response {
    if (!(thrown instanceof Refusal)) server.log.error('the MCP face threw', { thrown })
    const refusal = thrown instanceof Refusal ? thrown : new Refusal('internal')
    const { status, headers, json } = lanes.refuse(refusal, message, sender)
    return new Response(json, {
      status,
      headers: { ...headers, 'Content-Type': 'application/json' },
    })
  }

  /** The message in a body that nobody has read yet; undefined if it cannot be known. */
  async function readRefused(request: Request): Promise<unknown> {
    if (request.bodyUsed || edge.findTypeRefusal(request) !== undefined) return undefined
    try {
      return parseBody(new TextDecoder().decode(await readBody(request, refusedBodyBytes)))
    } catch {
      return undefined
    }
  }

  return {
    fetch: createGuardedFetch(edge, {
      serve,
      turns: lanes.turns,
      rescue: async (request, thrown, sender) => refuse(thrown, await readRefused(request), sender),
    }),
    notify: lanes.notify,
    close: () => lanes.close(),
  }
}

function addRateLimit(headers: Headers, limit: RateLimit): void {
  for (const [name, value] of Object.entries(toRateLimitHeaders(limit))) headers.set(name, value)
}
