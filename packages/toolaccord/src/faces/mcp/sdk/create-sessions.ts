import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { Caller } from '../../../define/call.ts'
import { isRecord } from '../../../json/json.ts'
import { toCallerKey } from '../../../names/to-caller-key.ts'
import { jsonRpcErrors } from '../../../outcome/json-rpc-errors.ts'
import { toJsonRpcError } from '../protocol/to-refusal-answer.ts'
import { toAuthInfo } from './caller.ts'
import { type SessionEvents, createEventLog } from './create-event-log.ts'
import { type Place, type SessionLimits, defaultSessionLimits, findPlace } from './find-place.ts'
import type { SdkServer } from './sdk-server.ts'

/** Who sends a request: a caller that has proved it, or what a transport can tell of others. */
export interface SessionSender {
  readonly caller?: Caller | undefined
  /** The address that the request comes from, if it is known. */
  readonly address?: string | undefined
}

/** Connections of 2025-era clients over HTTP, by session id. */
export interface Sessions {
  /**
   * Answers a request that opens a session or belongs to one. A session that another caller has
   * opened is not found.
   */
  fetch(request: Request, parsedBody: unknown, sender?: SessionSender): Promise<Response>
  close(): Promise<void>
}

interface Session extends Place {
  readonly id: string
  readonly sdk: SdkServer
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly owner: string | undefined
  readonly events: SessionEvents
  isInitialized: boolean
  usedAt: number
  /** How many streams its client listens to. */
  streams: number
}

/** When a client whose stream ended should come back, in milliseconds. */
const retryMs = 1000

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

/** The answer to a handshake for which there is no place, because every session is at work. */
function noPlace(status: 429 | 503, handshake: unknown): Response {
  const whose = status === 429 ? 'you have' : 'this server has'
  const message =
    `Every session that ${whose} is at work, so no other can be opened. ` +
    'End one with DELETE, or try again when a call has ended.'
  const id = isRecord(handshake) ? handshake.id : undefined
  const json = toJsonRpcError(jsonRpcErrors.serverError, message, id)
  return toErrorResponse(status, json, { 'Retry-After': '5' })
}

const toErrorResponse = (status: number, json: string, headers: object = {}): Response =>
  new Response(json, { status, headers: { 'Content-Type': 'application/json', ...headers } })

/** How the sessions of a server are kept, all optional. */
export interface SessionsOptions {
  readonly limits?: SessionLimits | undefined
  /** What their ids start with. Default: nothing. */
  readonly tag?: string | undefined
  /** A clock in milliseconds. Default: performance.now. */
  readonly now?: (() => number) | undefined
}

/** Creates the sessions of one server. */
export function createSessions(
  createServer: () => SdkServer,
  { limits = defaultSessionLimits, tag = '', now = () => performance.now() }: SessionsOptions = {},
): Sessions {
  /** In the order of their last use. */
  const sessions = new Map<string, Session>()
  const log = createEventLog()

  async function open(sender: SessionSender): Promise<Session> {
    const owner = ownerOf(sender)
    const events = log.open(owner)
    const sdk = createServer()
    // Whoever knows the id of a session without an owner can use it.
    const id = `${tag}${crypto.randomUUID()}`
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      eventStore: events,
      retryInterval: retryMs,
      onsessioninitialized() {
        session.isInitialized = true
      },
      onsessionclosed: () => end(session),
    })
    const session: Session = {
      id,
      sdk,
      transport,
      owner,
      events,
      holder: toHolder(sender),
      isInitialized: false,
      usedAt: now(),
      streams: 0,
      isBusy: () => !session.isInitialized || sdk.openRequests.size > 0,
      isHeard: () => session.streams > 0,
    }
    // Kept before anything is waited for, so that those who come meanwhile see it.
    sessions.set(id, session)
    await sdk.connect(transport)
    return session
  }

  /** Ends a session; calls that run in it get an error, because they will have no other answer. */
  async function end({ id, sdk, transport, events }: Session): Promise<void> {
    sessions.delete(id)
    for (const request of sdk.openRequests) {
      const error = { code: jsonRpcErrors.serverError, message: 'The session has ended.' }
      // A request whose stream is gone has nobody to tell.
      await transport.send({ jsonrpc: '2.0', id: request, error }).catch(() => {})
    }
    await transport.close()
    events.close()
  }

  async function endIdle(): Promise<void> {
    for (const session of sessions.values()) {
      if (now() - session.usedAt < limits.idleMs) return
      if (!session.isBusy() && !session.isHeard()) await end(session)
    }
  }

  /** Opens a session by a handshake, in place of an idle one if need be. */
  async function greet(
    request: Request,
    handshake: unknown,
    sender: SessionSender,
  ): Promise<Response> {
    const place = findPlace([...sessions.values()], toHolder(sender), limits)
    if (typeof place === 'number') return noPlace(place, handshake)
    const [session] = await Promise.all([open(sender), place && end(place)])
    const response = await session.transport.handleRequest(request, toExtra(handshake, sender))
    if (!session.isInitialized) await end(session)
    return response
  }

  return {
    async fetch(request, parsedBody, sender = {}) {
      await endIdle()
      const id = request.headers.get('mcp-session-id')
      if (id === null) return greet(request, parsedBody, sender)
      const session = sessions.get(id)
      if (session === undefined || session.owner !== ownerOf(sender)) return notFound()
      session.usedAt = now()
      sessions.delete(id)
      sessions.set(id, session)
      const lastEventId = request.headers.get('last-event-id')
      if (request.method === 'GET' && lastEventId && !session.events.isKnown(lastEventId)) {
        return unknownEvent()
      }
      const response = await session.transport.handleRequest(request, toExtra(parsedBody, sender))
      if (request.method === 'GET' && response.ok) countStream(session, request.signal)
      return response
    },
    async close() {
      await Promise.all([...sessions.values()].map(end))
    },
  }

  /** Counts an open stream of a session, until its client goes. */
  function countStream(session: Session, signal: AbortSignal): void {
    if (signal.aborted) return
    session.streams += 1
    signal.addEventListener('abort', () => {
      session.streams -= 1
      session.usedAt = now()
    })
  }
}

/** Whose share a session counts against; those that nobody can tell apart have one together. */
const ownerOf = ({ caller }: SessionSender): string | undefined => caller && toCallerKey(caller)

function toHolder({ caller, address = '' }: SessionSender): Place['holder'] {
  if (caller === undefined) return { name: `address ${address}`, isCaller: false }
  return { name: `caller ${toCallerKey(caller)}`, isCaller: true }
}

const toExtra = (parsedBody: unknown, { caller }: SessionSender) => ({
  parsedBody,
  authInfo: caller === undefined ? undefined : toAuthInfo(caller),
})
