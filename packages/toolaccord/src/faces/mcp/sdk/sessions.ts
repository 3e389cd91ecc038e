import {
  type Server as SdkServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Caller } from '../../../define/call.ts'
import { toAuthInfo } from './caller.ts'

/** Connections of 2025-era clients over HTTP, by session id. */
export interface Sessions {
  /**
   * Answers a request that opens or belongs to a session; one that another caller has opened is as
   * good as none.
   */
  fetch(request: Request, parsedBody: unknown, caller?: Caller): Promise<Response>
  close(): Promise<void>
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly owner: string | undefined
}

/** More would let callers fill the memory by opening sessions; the one idle longest makes room. */
const maxSessions = 1000

const notFound = () =>
  Response.json(
    { jsonrpc: '2.0', id: null, error: { code: -32_001, message: 'Session not found' } },
    { status: 404 },
  )

/** Creates the sessions of clients of the 2025 era; the oldest ends if there are too many. */
export function createSessions(createServer: () => SdkServer, newId: () => string): Sessions {
  const sessions = new Map<string, Session>()

  async function open(owner: string | undefined): Promise<Session> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: newId,
      onsessioninitialized: (id) => void sessions.set(id, { transport, owner }),
      onsessionclosed: (id) => void sessions.delete(id),
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
      // Moved to the end, so that the first of the map is the one idle longest.
      if (id !== null) sessions.delete(id)
      if (id !== null) sessions.set(id, known)
      return known.transport.handleRequest(request, {
        parsedBody,
        ...(caller && { authInfo: toAuthInfo(caller) }),
      })
    },
    async close() {
      await Promise.all([...sessions].map((session) => end(...session)))
    },
  }
}
