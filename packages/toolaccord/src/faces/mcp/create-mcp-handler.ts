import type { McpHttpHandler, ServerNotifier } from '@modelcontextprotocol/server'
import type { Server } from '../../server.ts'
import { readBytes } from '../read-bytes.ts'
import { type FastLane, createFastLane } from './fast-lane.ts'
import type { McpOptions } from './mcp-options.ts'
import type { Sessions } from './sessions.ts'

/** The MCP face of a server over HTTP. */
export interface McpHandler {
  /** Answers a parsed message at once, where that is possible. */
  readonly answer: FastLane
  /** Answers any request; one whose body was read already comes with it. */
  fetch(request: Request, parsedBody?: unknown): Promise<Response>
  /** Tells clients that listen that something changed. */
  notify(tell: (notifier: ServerNotifier) => void): Promise<void>
  /** Lets running calls finish, then ends every stream. */
  close(): Promise<void>
}

interface SlowLane {
  readonly handler: McpHttpHandler
  readonly sessions?: Sessions
  isLegacy(request: Request, parsedBody: unknown): Promise<boolean>
  idle(): Promise<void>
}

export function createMcpHandler(server: Server, options: McpOptions = {}): McpHandler {
  const answer = createFastLane(server, options)
  let slow: Promise<SlowLane> | undefined
  const loadSlow = () => (slow ??= loadSlowLane(server, options))

  return {
    answer,
    async fetch(request, parsedBody) {
      const body: unknown = parsedBody ?? (await readJson(request, server.limits.bodyBytes))
      const answered = request.method === 'POST' ? answer(body, { headers: Object.fromEntries(request.headers), signal: request.signal }) : undefined
      if (answered !== undefined) return new Response(await answered, { headers: { 'Content-Type': 'application/json' } })
      const { handler, sessions, isLegacy } = await loadSlow()
      if (sessions !== undefined && (await isLegacy(request, body))) return sessions.fetch(request, body)
      return handler.fetch(request, { parsedBody: body })
    },
    async notify(tell) {
      tell((await loadSlow()).handler.notify)
    },
    async close() {
      const lane = await slow
      // The SDK aborts what is running when it closes, so it is closed when nothing is.
      await lane?.idle()
      await Promise.all([lane?.handler.close(), lane?.sessions?.close()])
    },
  }
}

/** The official SDK costs more to load than most servers cost to run, so it is loaded when a request first needs it. */
async function loadSlowLane(server: Server, options: McpOptions): Promise<SlowLane> {
  const [sdk, { createSdkFactory }, { createSessions }] = await Promise.all([import('@modelcontextprotocol/server'), import('./sdk-lane.ts'), import('./sessions.ts')])
  const factory = createSdkFactory(server, options)
  const handler = sdk.createMcpHandler(factory, { maxRequestBodySize: server.limits.bodyBytes, onerror: (thrown) => server.log.debug('the MCP SDK reports', { thrown }) })
  return { handler, idle: factory.idle, isLegacy: (request, body) => sdk.isLegacyRequest(request, body), ...(options.sessions && { sessions: createSessions(factory, server.newId) }) }
}

/** The body of a POST, where it is JSON; the SDK answers for everything else, from a request that is still unread. */
async function readJson(request: Request, limit: number): Promise<unknown> {
  if (request.method !== 'POST' || !/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) return undefined
  try {
    const bytes = await readBytes(request.clone(), limit)
    return bytes === undefined ? undefined : (JSON.parse(new TextDecoder().decode(bytes)) as unknown)
  } catch {
    return undefined
  }
}
