import {
  type Server as SdkServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Caller } from '../../../define/call.ts'
import { toCallerKey } from '../../../names/to-caller-key.ts'
import { jsonRpcErrors } from '../../../outcome/json-rpc-errors.ts'
import { toJsonRpcError } from '../protocol/to-refusal-answer.ts'
import { toAuthInfo } from './caller.ts'
import { type SessionEvents, createEventLog } from './create-event-log.ts'

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
  readonly events: SessionEvents
}

/** When a client whose stream ended should come back, in milliseconds. */
const retryMs = 1000

/** A bound on memory: the session that was idle longest makes room for a new one. */
const maxSessions = 1000

const notFound = (): Response =>
  toErrorResponse(404, toJsonRpcError(jsonRpcErrors.sessionNotFound, 'Session not found'))

const unknownEvent = (): Response =>
  toErrorResponse(
    400,
    toJsonRpcError(
      jsonRpcErrors.serverError,
      'The session has not sent an event with this Last-Event-ID.',
    ),
  )

const toErrorResponse = (status: number, json: string): Response =>
  new Response(json, { status, headers: { 'Content-Type': 'application/json' } })

/** Creates the sessions of one server. */
export function createSessions(createServer: () => SdkServer): Sessions {
  const sessions = new Map<string, Session>()
  const log = createEventLog()

  async function open(owner: string | undefined): Promise<Session> {
    const events = log.open(owner)
    const transport = new WebStandardStreamableHTTPServerTransport({
      // Whoever knows the id of a session without an owner can use it.
      sessionIdGenerator: () => crypto.randomUUID(),
      eventStore: events,
      retryInterval: retryMs,
      onsessioninitialized(id) {
        sessions.set(id, { transport, owner, events })
      },
      onsessionclosed(id) {
        sessions.delete(id)
        events.close()
      },
    })
    await createServer().connect(transport)
    const [oldest] = sessions
    if (sessions.size >= maxSessions && oldest !== undefined) await end(...oldest)
    return { transport, owner, events }
  }

  async function end(id: string, { transport, events }: Session): Promise<void> {
    sessions.delete(id)
    await transport.close()
    events.close()
  }

  return {
    async fetch(request, parsedBody, caller) {
      const id = request.headers.get('mcp-session-id')
      const owner = caller && toCallerKey(caller)
      const known = id === null ? await open(owner) : sessions.get(id)
      if (known === undefined || known.owner !== owner) return notFound()
      if (id !== null) {
        // Moved to the end, so that the first of the map is the one idle longest.
        sessions.delete(id)
        sessions.set(id, known)
      }
      const lastEventId = request.headers.get('last-event-id')
      if (request.method === 'GET' && lastEventId && !known.events.isKnown(lastEventId)) {
        return unknownEvent()
      }
      const authInfo = caller === undefined ? undefined : toAuthInfo(caller)
      return known.transport.handleRequest(request, { parsedBody, authInfo })
    },
    async close() {
      await Promise.all([...sessions].map((session) => end(...session)))
    },
  }
}
