import {
  type Server as SdkServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Caller } from '../../../define/call.ts'
import { jsonRpcErrors } from '../../../outcome/json-rpc-errors.ts'
import { toJsonRpcError } from '../protocol/to-refusal-answer.ts'
import { toAuthInfo } from './caller.ts'

/** Connections of 2025-era clients over HTTP, by session id. */
export interface Sessions {
  /**
   * Answers a request that opens a session or belongs to one. A session that another caller has
   * opened is not found.
   */
  fetch(request: Request, parsedBody: unknown, caller?: Caller): Promise<Response>
  close(): Promise<void>
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly owner: string | undefined
}

/** A bound on memory: the session that was idle longest makes room for a new one. */
const maxSessions = 1000

function notFound(): Response {
  const json = toJsonRpcError(jsonRpcErrors.sessionNotFound, 'Session not found')
  return new Response(json, { status: 404, headers: { 'Content-Type': 'application/json' } })
}

/** Creates the sessions of one server. */
export function createSessions(createServer: () => SdkServer, newId: () => string): Sessions {
  const sessions = new Map<string, Session>()

  async function open(owner: string | undefined): Promise<Session> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: newId,
      onsessioninitialized(id) {
        sessions.set(id, { transport, owner })
      },
      onsessionclosed(id) {
        sessions.delete(id)
      },
    })
    await createServer().connect(transport)
    const [oldest] = sessions
    if (sessions.size >= maxSessions && oldest !== undefined) await end(...oldest)
    return { transport, owner }
  }

  async function end(id: string, { transport }: Session): Promise<void> {
    sessions.delete(id)
    await transport.close()
  }

  return {
    async fetch(request, parsedBody, caller) {
      const id = request.headers.get('mcp-session-id')
      const known = id === null ? await open(caller?.id) : sessions.get(id)
      if (known === undefined || known.owner !== caller?.id) return notFound()
      if (id !== null) {
        // Moved to the end, so that the first of the map is the one idle longest.
        sessions.delete(id)
        sessions.set(id, known)
      }
      const authInfo = caller === undefined ? undefined : toAuthInfo(caller)
      return known.transport.handleRequest(request, { parsedBody, authInfo })
    },
    async close() {
      await Promise.all([...sessions].map((session) => end(...session)))
    },
  }
}
