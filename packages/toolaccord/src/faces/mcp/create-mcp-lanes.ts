import type { McpHttpHandler, ServerNotifier } from '@modelcontextprotocol/server'
import { loadSdk } from '#load-sdk'
import { isRecord } from '../../json/json.ts'
import { wholeFaults } from '../../json/whole-faults.ts'
import { jsonRpcErrors } from '../../outcome/json-rpc-errors.ts'
import { Refusal } from '../../outcome/refusal.ts'
import type { Server } from '../../server.ts'
import type { Turns } from '../../signals/create-turns.ts'
import type { Sender } from '../http/create-guarded-fetch.ts'
import { toRefusedCaller } from '../http/to-refused-caller.ts'
import { type ScopeCheck, createScopeCheck } from './calls/create-scope-check.ts'
import { createWantedFinder } from './calls/create-wanted-finder.ts'
import { type FastLane, createFastLane } from './fast-lane.ts'
import { type ToolList, createToolList } from './gates/create-tool-list.ts'
import type { LaneOptions } from './protocol/mcp-options.ts'
import { metaKeys, modernVersion } from './protocol/meta-keys.ts'
import {
  type RefusalAnswer,
  requestIdIn,
  toJsonRpcError,
  toRefusalAnswer,
} from './protocol/to-refusal-answer.ts'
import { createParamCheck } from './revisions/create-param-check.ts'
import { type SessionRule, opensSession } from './revisions/session-rule.ts'
import type { SessionSender } from './sdk/create-sessions.ts'

/** The two ways to answer a message that came over HTTP and was let in. */
export interface McpLanes {
  /** Shares the event loop among the callers of the server. */
  readonly turns: Turns
  /** Answers a parsed message as JSON text; undefined if the SDK must answer it. */
  readonly answerFast: FastLane
  /** Answers a request through the official SDK; a POST comes with its parsed body. */
  answerWithSdk(request: Request, parsedBody: unknown, sender: SessionSender): Promise<Response>
  /** The refusal of a message that calls a tool whose scopes the caller does not have. */
  readonly findScopeRefusal: ScopeCheck
  /** The headers `Mcp-Param-*` that clients send. */
  readonly paramHeaders: readonly string[]
  /** The refusal of a method that has no meaning here. */
  findMethodRefusal(method: string | undefined, session: string | undefined): Refusal | undefined
  /** Writes the refusal of a request, and logs a caller that is refused. */
  refuse(refusal: Refusal, message: unknown, sender: Sender): RefusalAnswer
  /** Lets clients that listen know that something changed. */
  notify(tell: (notifier: ServerNotifier) => void): Promise<void>
  /** Lets running calls finish, until the signal fires, then ends every stream. */
  close(deadline?: AbortSignal): Promise<void>
}

interface SdkLane {
  readonly notify: ServerNotifier
  fetch(request: Request, parsedBody: unknown, sender: SessionSender): Promise<Response>
  close(deadline?: AbortSignal): Promise<void>
}

/** Creates both lanes of a server; the SDK is loaded when a request first needs it. */
export function createMcpLanes(
  whole: Server,
  options: LaneOptions = {},
  sessionRule: SessionRule = options.sessions === true ? 'always' : 'never',
): McpLanes {
  checkStreamMs(options.streamMs)
  const server = options.tools === undefined ? whole : whole.only(options.tools)
  const list = createToolList(server, options)
  // A client cannot know the headers of a tool that is not listed.
  const paramCheck = list.toTarget === undefined ? createParamCheck(server) : undefined
  const sessionMethods = sessionRule === 'never' ? ['POST'] : ['GET', 'POST', 'DELETE']
  const findWanted = createWantedFinder(server, list.toTarget)
  let sdkLane: Promise<SdkLane> | undefined

  const loadOnce = (): Promise<SdkLane> => (sdkLane ??= loadSdkLane(list, options, sessionRule))

  /** The answer to a call whose headers do not repeat its arguments. */
  function findMismatch({ headers }: Request, message: unknown): Response | undefined {
    if (paramCheck === undefined || !isModernCall(message)) return undefined
    const mismatch = paramCheck.findMismatch(message.params, (name) => headers.get(name))
    if (mismatch === undefined) return undefined
    const json = toJsonRpcError(jsonRpcErrors.headerMismatch, mismatch, message.id)
    return new Response(json, { status: 400, headers: { 'Content-Type': 'application/json' } })
  }

  return {
    turns: server.turns,
    answerFast: createFastLane(list, options, { paramCheck, sessionRule }),
    async answerWithSdk(request, parsedBody, sender) {
      const mismatch = findMismatch(request, parsedBody)
      if (mismatch !== undefined) return mismatch
      const lane = await loadOnce()
      // The SDK takes a while for each request.
      return server.turns.share(sender.caller, async (turn) => {
        await turn()
        return lane.fetch(request, parsedBody, sender)
      })
    },
    findScopeRefusal: createScopeCheck(findWanted),
    paramHeaders: paramCheck?.headers ?? [],
    findMethodRefusal(method = '', session) {
      // The protocol wants this of a server that has no stream for a client.
      const taken = session === undefined ? ['POST'] : sessionMethods
      if (taken.includes(method)) return undefined
      const lacks = sessionMethods.includes(method) ? ' without a session' : ''
      const allow = taken.join(', ')
      return new Refusal(
        'method_not_allowed',
        { message: `MCP does not take ${method}${lacks}.`, hint: `It takes ${allow}.` },
        { Allow: allow },
      )
    },
    refuse(refusal, message, sender) {
      const id = requestIdIn(message) ?? server.newId()
      const about = { id, face: 'mcp', findWanted: () => findWanted(message)?.name } as const
      server.logRefused(toRefusedCaller(refusal, about, sender))
      const contract = server.contractFor({ caller: sender.caller })
      return toRefusalAnswer(refusal, { message, contract, requestId: id })
    },
    async notify(tell) {
      const lane = await loadOnce()
      tell(lane.notify)
    },
    async close(deadline) {
      const lane = await sdkLane
      await lane?.close(deadline)
    },
  }
}

/** The longest time of a timer, in milliseconds. */
const maxTimerMs = 2_147_483_647

function checkStreamMs(streamMs = maxTimerMs): void {
  const [fault] = wholeFaults('streamMs', streamMs, 1, maxTimerMs)
  if (fault !== undefined) throw new RangeError(fault)
}

/** True for a `tools/call` of the revision that repeats arguments in headers. */
function isModernCall(message: unknown): message is Readonly<Record<string, unknown>> {
  if (!isRecord(message) || message.method !== 'tools/call') return false
  const { params } = message
  if (!isRecord(params) || !isRecord(params._meta)) return false
  return params._meta[metaKeys.version] === modernVersion
}

/** True for the handshake of a client that gets a session; others are served without one. */
const isOpening = (message: unknown, rule: SessionRule): boolean =>
  isRecord(message) && message.method === 'initialize' && opensSession(rule, message.params)

async function loadSdkLane(
  list: ToolList,
  options: LaneOptions,
  sessionRule: SessionRule,
): Promise<SdkLane> {
  const sdk = await loadSdk()
  const { server } = list
  const factory = sdk.createSdkFactory(list, options)
  const { sessionTag: tag } = options
  const sessions = sessionRule === 'never' ? undefined : sdk.createSessions(factory, { tag })
  const handler: McpHttpHandler = sdk.createMcpHandler(factory, {
    maxRequestBodySize: server.limits.bodyBytes,
    onerror: (thrown) => server.log.debug('the MCP SDK reports', { thrown }),
  })
  return {
    notify: handler.notify,
    async fetch(request, parsedBody, sender) {
      const isOfSession =
        request.headers.has('mcp-session-id') || isOpening(parsedBody, sessionRule)
      if (sessions !== undefined && isOfSession && (await sdk.isLegacyRequest(request, parsedBody)))
        return sessions.fetch(request, parsedBody, sender)
      const { caller } = sender
      if (caller === undefined) return handler.fetch(request, { parsedBody })
      return handler.fetch(request, { parsedBody, authInfo: sdk.toAuthInfo(caller) })
    },
    async close(deadline) {
      // The SDK aborts what is running when it closes, so it is closed when nothing is.
      await Promise.race([factory.idle(), untilAborted(deadline)])
      await Promise.all([handler.close(), sessions?.close(), factory.close()])
    },
  }
}

const untilAborted = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted === true) resolve()
    signal?.addEventListener('abort', () => resolve())
  })
