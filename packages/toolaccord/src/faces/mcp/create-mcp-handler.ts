import type { McpHttpHandler, ServerNotifier } from '@modelcontextprotocol/server'
import type { AuthRefusal } from '../../auth/authentication.ts'
import type { Authenticator } from '../../auth/create-authenticator.ts'
import type { Caller } from '../../define/call.ts'
import type { RateLimit } from '../../outcome/outcome.ts'
import type { Server } from '../../server.ts'
import { readBytes } from '../http/read-bytes.ts'
import { toRateLimitHeaders } from '../http/to-rate-limit-headers.ts'
import { type FastLane, createFastLane } from './fast-lane.ts'
import { authHeaders, toAuthAnswer } from './protocol/auth-answer.ts'
import { type ScopeCheck, createScopeCheck } from './protocol/create-scope-check.ts'
import type { McpOptions } from './protocol/mcp-options.ts'

/** What the MCP face over HTTP may be told beside, all optional. */
export interface McpHandlerOptions extends McpOptions {
  /** Tells who calls; without one, `fetch` takes requests of everybody. */
  readonly authenticator?: Authenticator | undefined
}

/** The MCP face of a server over HTTP. */
export interface McpHandler {
  /** Answers a parsed message at once, where that is possible. */
  readonly answer: FastLane
  /** Why a caller may not send a message. */
  readonly refuse: ScopeCheck
  /**
   * Answers any request; one whose body was read already comes with it, and one that was let in
   * already with its caller.
   */
  fetch(request: Request, parsedBody?: unknown, caller?: Caller): Promise<Response>
  /** Tells clients that listen that something changed. */
  notify(tell: (notifier: ServerNotifier) => void): Promise<void>
  /** Lets running calls finish, then ends every stream. */
  close(): Promise<void>
}

interface SlowLane {
  readonly notify: ServerNotifier
  fetch(request: Request, parsedBody: unknown, caller: Caller | undefined): Promise<Response>
  close(): Promise<void>
}

/** Creates the MCP face of a server as a `fetch` function; it needs no socket. */
export function createMcpHandler(server: Server, options: McpHandlerOptions = {}): McpHandler {
  const { authenticator } = options
  const answer = createFastLane(server, options)
  const refuse = createScopeCheck(server)
  let slow: Promise<SlowLane> | undefined
  const loadSlow = () => (slow ??= loadSlowLane(server, options))

  /** Answers a request that was let in. */
  async function serve(
    request: Request,
    parsedBody: unknown,
    caller: Caller | undefined,
  ): Promise<Response> {
    const body: unknown = parsedBody ?? (await readJson(request, server.limits.bodyBytes))
    const refusal = caller === undefined ? undefined : refuse(body, caller)
    if (refusal !== undefined) return toAuthResponse(refusal)
    const headers = new Headers({ 'Content-Type': 'application/json' })
    const onRateLimit = (limit: RateLimit) =>
      Object.entries(toRateLimitHeaders(limit)).forEach(([name, value]) => headers.set(name, value))
    const arrival = {
      headers: Object.fromEntries(request.headers),
      signal: request.signal,
      caller,
      onRateLimit,
    }
    const answered = request.method === 'POST' ? answer(body, arrival) : undefined
    return answered === undefined
      ? (await loadSlow()).fetch(request, body, caller)
      : new Response(await answered, { headers })
  }

  async function authenticate(
    request: Request,
    authenticator: Authenticator,
    parsedBody: unknown,
  ): Promise<Response> {
    const found = await authenticator.authenticate(
      request.headers.get('authorization') ?? undefined,
    )
    const response = found.ok
      ? await serve(request, parsedBody, found.caller)
      : toAuthResponse(found)
    for (const [name, value] of Object.entries(authHeaders))
      if (!response.headers.has(name)) response.headers.set(name, value)
    return response
  }

  function toAuthResponse(refusal: AuthRefusal): Response {
    const { status, challenge, json } = toAuthAnswer(refusal, authenticator)
    return new Response(json, {
      status,
      headers: {
        'Content-Type': 'application/json',
        ...(challenge !== undefined && { 'WWW-Authenticate': challenge }),
      },
    })
  }

  return {
    answer,
    refuse,
    fetch: (request, parsedBody, caller) =>
      authenticator === undefined || caller !== undefined
        ? serve(request, parsedBody, caller)
        : authenticate(request, authenticator, parsedBody),
    async notify(tell) {
      tell((await loadSlow()).notify)
    },
    close: async () => (await slow)?.close(),
  }
}

/**
 * The official SDK costs more to load than most servers cost to run, so it is loaded when a request
 * first needs it.
 */
async function loadSlowLane(server: Server, options: McpOptions): Promise<SlowLane> {
  const [sdk, { toAuthInfo }, { createSdkFactory }, { createSessions }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./sdk/caller.ts'),
    import('./sdk/create-sdk-factory.ts'),
    import('./sdk/sessions.ts'),
  ])
  const factory = createSdkFactory(server, options)
  const sessions = options.sessions ? createSessions(factory, server.newId) : undefined
  const handler: McpHttpHandler = sdk.createMcpHandler(factory, {
    maxRequestBodySize: server.limits.bodyBytes,
    onerror: (thrown) => server.log.debug('the MCP SDK reports', { thrown }),
  })
  return {
    notify: handler.notify,
    async fetch(request, parsedBody, caller) {
      if (sessions !== undefined && (await sdk.isLegacyRequest(request, parsedBody)))
        return sessions.fetch(request, parsedBody, caller)
      return handler.fetch(request, { parsedBody, ...(caller && { authInfo: toAuthInfo(caller) }) })
    },
    async close() {
      // The SDK aborts what is running when it closes, so it is closed when nothing is.
      await factory.idle()
      await Promise.all([handler.close(), sessions?.close(), factory.close()])
    },
  }
}

/**
 * The body of a POST, where it is JSON; the SDK answers for everything else, from a request that is
 * still unread.
 */
async function readJson(request: Request, limit: number): Promise<unknown> {
  if (
    request.method !== 'POST' ||
    !/^\s*application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')
  )
    return undefined
  try {
    const bytes = await readBytes(request.clone(), limit)
    return bytes === undefined
      ? undefined
      : (JSON.parse(new TextDecoder().decode(bytes)) as unknown)
  } catch {
    return undefined
  }
}
