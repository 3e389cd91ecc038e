import type { Caller } from '../../define/call.ts'
import { isRecord } from '../../json/json.ts'
import type { RateLimit } from '../../outcome/outcome.ts'
import type { Server } from '../../server.ts'
import type { CallerSignal } from '../../signals/caller-signal.ts'
import { type ToolResult, createCallPlanner, toToolResult } from './calls/create-call-planner.ts'
import { toLongCalls } from './calls/to-long-calls.ts'
import { type Meta, type WrittenCall, toAgent, toClient } from './calls/tool-call.ts'
import type { ToolList } from './gates/create-tool-list.ts'
import { declaresTasks } from './long/declares-tasks.ts'
import type { LaneOptions } from './protocol/mcp-options.ts'
import { legacyVersions, metaKeys, modernVersion } from './protocol/meta-keys.ts'
import { toCacheHint } from './protocol/to-cache-hint.ts'
import { toInteractive, toModernCapabilities, toServerFacts } from './protocol/to-server-facts.ts'
import type { ToolPages } from './protocol/to-tool-pages.ts'
import { areUsualCapabilities, isUsualClient } from './protocol/usual-client.ts'
import type { ParamCheck } from './revisions/create-param-check.ts'
import { type SessionRule, opensSession } from './revisions/session-rule.ts'
import { toKnownBlocks } from './revisions/to-known-blocks.ts'

/** What the transport knows about a message. */
export interface Arrival {
  /** The headers of the HTTP request by their names in lower case; absent on stdio. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly signal?: CallerSignal
  /** The client of the handshake, on a connection that has one. */
  readonly client?: unknown
  /** The revision of that handshake. */
  readonly revision?: unknown
  /** Who sends it, if the server asks for proof. */
  readonly caller?: Caller
  /** Called before the answer to a call that has such a note. */
  onRateLimit?(limit: RateLimit): void
}

/**
 * Answers a parsed message as a JSON string, at once or later; undefined for a message that the
 * official SDK is to answer.
 */
export type FastLane = (message: unknown, arrival: Arrival) => string | Promise<string> | undefined

/** The rules for messages over HTTP. */
export interface HttpRules {
  readonly paramCheck?: ParamCheck | undefined
  /** Default: never. */
  readonly sessionRule?: SessionRule | undefined
}

type Era = 'modern' | 'legacy'

interface PlainRequest {
  /** As JSON. */
  readonly id: string
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly meta: Meta
  readonly era: Era
}

/**
 * Creates the lane that answers plain requests from what was made once per server. Whatever is
 * rare, broken or unusual is left to the SDK.
 */
export function createFastLane(
  { server, pagesFor, toTarget, throughGate }: ToolList,
  options: LaneOptions,
  { paramCheck, sessionRule = 'never' }: HttpRules = {},
): FastLane {
  const interactive = toInteractive(server)
  const planCall = createCallPlanner(server, options, throughGate)
  const long = toLongCalls(server, options)
  const ready = toReadyAnswers(server, options, pagesFor)

  return function answer(message, arrival) {
    const request = toPlainRequest(message, arrival)
    if (request === undefined) return undefined
    if (request.method === 'tools/call') return callTool(request, arrival)
    if (request.method === 'initialize') {
      // A session lives in the SDK, from its first message on.
      const isHttp = arrival.headers !== undefined
      if (isHttp && opensSession(sessionRule, request.params)) return undefined
      return ready.initialize(request)
    }
    for (const key in request.params) if (key !== '_meta') return undefined
    return ready.answer(request, arrival.caller)
  }

  function callTool(request: PlainRequest, arrival: Arrival): string | Promise<string> | undefined {
    const { params, meta, era } = request
    if (typeof params.name !== 'string') return undefined
    let { name } = params
    let { arguments: args } = params
    if (toTarget !== undefined) ({ name, args } = toTarget(name, args))
    if (interactive.has(name) || long?.tasksOnly.has(name)) return undefined
    if (long?.tasks.has(name) && declaresTasks(meta[metaKeys.capabilities])) return undefined
    for (const key in params) if (!isCallKey(key)) return undefined
    const { caller, signal, headers } = arrival
    if (paramCheck?.isFor(params.name) && hasMismatch(paramCheck, request, headers))
      return undefined
    const client = toClient(era === 'modern' ? meta[metaKeys.clientInfo] : arrival.client)
    const isLocal = headers === undefined
    const agent = client === undefined ? toAgent(headers?.['user-agent']) : undefined
    const plan = planCall({ name, args }, meta, { client, agent, caller, signal, isLocal })
    const form = {
      write: plan.write,
      reply(written: WrittenCall) {
        const { rateLimit } = written.outcome.notes
        if (rateLimit !== undefined) arrival.onRateLimit?.(rateLimit)
        return writeResult(request, arrival, toToolResult(written, plan.form))
      },
    }
    if (plan.refused !== undefined) return form.reply(plan.write(plan.refused))
    return server.answer(name, plan.args, plan.options, form)
  }

  /** The envelope is serialised once and spliced into both fields. */
  function writeResult({ id, era }: PlainRequest, arrival: Arrival, result: ToolResult): string {
    const { envelope, text, isContentOnly, isError, meta, attachments } = result
    let json = `${open(id)}"content":[{"type":"text","text":${JSON.stringify(text)}}`
    if (attachments !== undefined) {
      const revision = era === 'modern' ? modernVersion : revisionOf(arrival)
      for (const block of toKnownBlocks(attachments, revision)) json += `,${JSON.stringify(block)}`
    }
    json += ']'
    if (!isContentOnly) json += `,"structuredContent":${envelope}`
    if (isError) json += ',"isError":true'
    if (era === 'modern') return json + ready.toModernTail(meta)
    if (meta !== undefined) json += `,"_meta":${JSON.stringify(meta)}`
    return `${json}}}`
  }
}

/** The revision of a client with a handshake, over either transport. */
const revisionOf = ({ headers, revision }: Arrival): unknown =>
  headers === undefined ? revision : headers['mcp-protocol-version']

/** True if the headers of a request do not repeat its arguments, which only one era wants. */
function hasMismatch(
  check: ParamCheck,
  { era, params }: PlainRequest,
  headers: Arrival['headers'],
): boolean {
  if (era !== 'modern' || headers === undefined) return false
  return check.findMismatch(params, (name) => headers[name]) !== undefined
}

/** The answers that need no call, serialised once; lists once for each set of scopes. */
function toReadyAnswers(server: Server, options: LaneOptions, pagesFor: ToolList['pagesFor']) {
  const facts = toServerFacts(server)
  const serverMeta = { [metaKeys.serverInfo]: facts.serverInfo }
  const modernTail = toTail(serverMeta)
  const cacheTail = `,${toMembers(toCacheHint(options))}${modernTail}`
  const firstPages = new WeakMap<ToolPages, string>()
  const { instructions } = facts
  const discovered = toMembers({
    supportedVersions: [modernVersion],
    capabilities: toModernCapabilities(server),
    instructions,
  })

  function firstPageFor(caller: Caller | undefined): string {
    const pages = pagesFor(caller)
    const first = firstPages.get(pages) ?? toMembers(pages.get(undefined))
    firstPages.set(pages, first)
    return first
  }

  return {
    /** The end of a modern result, with the `_meta` of the server and that of the answer. */
    toModernTail(meta: Meta | undefined): string {
      return meta === undefined ? modernTail : toTail({ ...meta, ...serverMeta })
    },
    initialize({ id, era, params }: PlainRequest): string | undefined {
      const { protocolVersion, capabilities, clientInfo } = params
      if (era !== 'legacy' || typeof protocolVersion !== 'string') return undefined
      if (!legacyVersions.includes(protocolVersion)) return undefined
      if (!areUsualCapabilities(capabilities) || !isUsualClient(clientInfo)) return undefined
      return `${open(id)}${toMembers({ protocolVersion, ...facts })}}}`
    },
    answer({ id, method, era }: PlainRequest, caller: Caller | undefined): string | undefined {
      if (era === 'modern') {
        if (method === 'tools/list') return `${open(id)}${firstPageFor(caller)}${cacheTail}`
        if (method === 'server/discover') return `${open(id)}${discovered}${cacheTail}`
        return undefined
      }
      if (method === 'tools/list') return `${open(id)}${firstPageFor(caller)}}}`
      return method === 'ping' ? `${open(id)}}}` : undefined
    },
  }
}

/** The message in a string; undefined, which JSON does not have, if the string is not JSON. */
export function parseMessage(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const open = (id: string) => `{"jsonrpc":"2.0","id":${id},"result":{`
const toTail = (meta: Meta) => `,"_meta":${JSON.stringify(meta)},"resultType":"complete"}}`

/** The properties of an object as JSON, without the braces. */
const toMembers = (value: object | undefined) => JSON.stringify(value ?? {}).slice(1, -1)

// Comparing with the few known names is quicker than looking one up.
const isMessageKey = (key: string) =>
  key === 'jsonrpc' || key === 'id' || key === 'method' || key === 'params'
const isCallKey = (key: string) => key === 'name' || key === 'arguments' || key === '_meta'

/** A request without anything that this lane does not know; undefined for every other message. */
function toPlainRequest(message: unknown, { headers }: Arrival): PlainRequest | undefined {
  if (!isRecord(message) || message.jsonrpc !== '2.0') return undefined
  const { id, method, params = {} } = message
  if (typeof method !== 'string' || !isRecord(params)) return undefined
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined
  for (const key in message) if (!isMessageKey(key)) return undefined
  const { _meta: meta = {} } = params
  if (!isRecord(meta) || 'progressToken' in meta || metaKeys.logLevel in meta) return undefined
  const era = toEra(method, params, meta, headers)
  if (era === undefined) return undefined
  return { id: typeof id === 'string' ? JSON.stringify(id) : String(id), method, params, meta, era }
}

/** The era that a request belongs to beyond doubt; undefined if headers and body do not agree. */
function toEra(
  method: string,
  params: PlainRequest['params'],
  meta: Meta,
  headers: Arrival['headers'],
): Era | undefined {
  const version = meta[metaKeys.version]
  if (version === undefined && !(metaKeys.version in meta)) {
    return isPlainLegacy(meta, headers) ? 'legacy' : undefined
  }
  if (version !== modernVersion || !hasUsualSender(meta)) return undefined
  if (headers === undefined) return 'modern'
  if (headers['mcp-protocol-version'] !== modernVersion) return undefined
  if (headers['mcp-method'] !== method) return undefined
  if (method === 'tools/call' && headers['mcp-name'] !== params.name) return undefined
  return 'modern'
}

function hasUsualSender(meta: Meta): boolean {
  if (!areUsualCapabilities(meta[metaKeys.capabilities])) return false
  const info = meta[metaKeys.clientInfo]
  return info === undefined ? !(metaKeys.clientInfo in meta) : isUsualClient(info)
}

function isPlainLegacy(meta: Meta, headers: Arrival['headers']): boolean {
  if (metaKeys.clientInfo in meta || metaKeys.capabilities in meta) return false
  if (headers === undefined) return true
  const { 'mcp-protocol-version': stated, 'mcp-session-id': session, accept } = headers
  if (session !== undefined || !isLegacyVersion(stated) || typeof accept !== 'string') return false
  return accept.includes('application/json') && accept.includes('text/event-stream')
}

function isLegacyVersion(stated: unknown): boolean {
  return stated === undefined || (typeof stated === 'string' && legacyVersions.includes(stated))
}
