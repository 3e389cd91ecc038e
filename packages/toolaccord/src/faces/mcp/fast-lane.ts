import { after } from '../../async/after.ts'
import type { CallerSignal } from '../../async/caller-signal.ts'
import type { Caller } from '../../define/call.ts'
import { isRecord } from '../../json/json.ts'
import type { Outcome, RateLimit } from '../../outcome/outcome.ts'
import type { Server } from '../../server.ts'
import { callOptions, contractFor, refuseMeta, toClient } from './protocol/call-options.ts'
import { toInteractive, toServerFacts } from './protocol/capabilities.ts'
import type { McpOptions } from './protocol/mcp-options.ts'
import { cacheHints, legacyVersions, metaKeys, modernVersion } from './protocol/protocol.ts'
import { toToolPages } from './protocol/to-tool-pages.ts'
import { type ToolResult, toToolResult } from './protocol/tool-result.ts'
import { areUsualCapabilities, isUsualInfo } from './protocol/usual-client.ts'

/** What the transport knows about a message. */
export interface Arrival {
  /** The headers of the HTTP request by their names in lower case; absent on stdio. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly signal?: CallerSignal
  /** Who introduced itself in the handshake, on a connection that has one. */
  readonly client?: unknown
  /** Who sends it, where that was asked for. */
  readonly caller?: Caller
  /** Told before the answer of a call that has such a note. */
  onRateLimit?(limit: RateLimit): void
}

/** Answers a parsed message as JSON text, or undefined for one that the official SDK is to answer. */
export type FastLane = (
  message: unknown,
  arrival: Arrival,
) => string | PromiseLike<string> | undefined

type Era = 'modern' | 'legacy'

interface PlainRequest {
  readonly id: string
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly meta: Readonly<Record<string, unknown>>
  readonly era: Era
}

/**
 * Answers plain requests from what was made once per server; whatever is rare, broken or unusual is
 * left to the SDK.
 */
export function createFastLane(server: Server, options: McpOptions): FastLane {
  const facts = toServerFacts(server)
  const interactive = toInteractive(server)
  const modernTail = `,"_meta":${JSON.stringify({ [metaKeys.serverInfo]: facts.serverInfo })},"resultType":"complete"}}`
  const cacheTail = JSON.stringify(cacheHints).slice(1, -1)
  const firstPage = JSON.stringify(toToolPages(server, options).get(undefined)).slice(1, -1)
  const discovered = JSON.stringify({
    supportedVersions: [modernVersion],
    capabilities: facts.capabilities,
    ...(facts.instructions !== undefined && { instructions: facts.instructions }),
  }).slice(1, -1)

  return (message, arrival) => {
    const request = toPlainRequest(message, arrival)
    if (request === undefined) return undefined
    const { id, method, params, era } = request
    // A session lives in the SDK, from its first message on.
    if (options.sessions && era === 'legacy' && arrival.headers !== undefined) return undefined
    if (method === 'tools/call') return callTool(request, arrival)
    if (method === 'initialize') return era === 'legacy' ? initialize(id, params) : undefined
    for (const key in params) if (key !== '_meta') return undefined
    if (method === 'tools/list')
      return era === 'modern'
        ? `${open(id)}${firstPage},${cacheTail}${modernTail}`
        : `${open(id)}${firstPage}}}`
    if (method === 'server/discover' && era === 'modern')
      return `${open(id)}${discovered},${cacheTail}${modernTail}`
    return method === 'ping' && era === 'legacy' ? `${open(id)}}}` : undefined
  }

  function callTool(
    { id, params, meta, era }: PlainRequest,
    arrival: Arrival,
  ): string | PromiseLike<string> | undefined {
    const { name, arguments: args } = params
    if (typeof name !== 'string' || interactive.has(name)) return undefined
    for (const key in params) if (!isCallKey(key)) return undefined
    const client = toClient(era === 'modern' ? meta[metaKeys.clientInfo] : arrival.client)
    const { caller, signal, headers } = arrival
    const called = callOptions(meta, client, { caller, signal, isLocal: headers === undefined })
    const contract = contractFor(meta, server, called)
    const outcome = refuseMeta(meta, server) ?? server.dispatch(name, args, called)
    return after(outcome, (known: Outcome) => {
      if (known.notes.rateLimit !== undefined) arrival.onRateLimit?.(known.notes.rateLimit)
      return after(toToolResult(server, name, known, contract, called, options.text), (result) =>
        write(id, era, result),
      )
    })
  }

  /** The envelope is serialised once and spliced into both fields. */
  function write(
    id: string,
    era: Era,
    { envelope, text, isError, meta, attachments }: ToolResult,
  ): string {
    const more = attachments?.map((block) => `,${JSON.stringify(block)}`).join('') ?? ''
    const head = `${open(id)}"content":[{"type":"text","text":${JSON.stringify(text)}}${more}],"structuredContent":${envelope}${isError ? ',"isError":true' : ''}`
    if (era === 'modern' && meta === undefined) return head + modernTail
    const all = era === 'modern' ? { ...meta, [metaKeys.serverInfo]: facts.serverInfo } : meta
    return `${head}${all === undefined ? '' : `,"_meta":${JSON.stringify(all)}`}${era === 'modern' ? ',"resultType":"complete"' : ''}}}`
  }

  function initialize(
    id: string,
    { protocolVersion, capabilities, clientInfo }: PlainRequest['params'],
  ): string | undefined {
    if (typeof protocolVersion !== 'string' || !legacyVersions.includes(protocolVersion))
      return undefined
    if (!areUsualCapabilities(capabilities) || !isUsualInfo(clientInfo)) return undefined
    return `${open(id)}${JSON.stringify({ protocolVersion, ...facts }).slice(1, -1)}}}`
  }
}

const open = (id: string) => `{"jsonrpc":"2.0","id":${id},"result":{`

// Comparing with the few known names is quicker than looking one up.
const isMessageKey = (key: string) =>
  key === 'jsonrpc' || key === 'id' || key === 'method' || key === 'params'
const isCallKey = (key: string) => key === 'name' || key === 'arguments' || key === '_meta'

/** A request without anything that this lane does not know; undefined for every other message. */
function toPlainRequest(message: unknown, { headers }: Arrival): PlainRequest | undefined {
  if (!isRecord(message) || message.jsonrpc !== '2.0' || typeof message.method !== 'string')
    return undefined
  const { id, method, params = {} } = message
  if (!(typeof id === 'string' || Number.isSafeInteger(id)) || !isRecord(params)) return undefined
  for (const key in message) if (!isMessageKey(key)) return undefined
  const { _meta: meta = {} } = params
  if (!isRecord(meta) || 'progressToken' in meta || metaKeys.logLevel in meta) return undefined
  const era = toEra(meta, method, params.name, headers)
  return era === undefined
    ? undefined
    : { id: typeof id === 'string' ? JSON.stringify(id) : String(id), method, params, meta, era }
}

/**
 * The era that a request belongs to beyond doubt; undefined where the headers and the body do not
 * agree.
 */
function toEra(
  meta: Readonly<Record<string, unknown>>,
  method: string,
  name: unknown,
  headers: Arrival['headers'],
): Era | undefined {
  const version = meta[metaKeys.version]
  if (version === undefined && !(metaKeys.version in meta))
    return isPlainLegacy(meta, headers) ? 'legacy' : undefined
  if (version !== modernVersion || !areUsualCapabilities(meta[metaKeys.capabilities]))
    return undefined
  const info = meta[metaKeys.clientInfo]
  if (!(info === undefined ? !(metaKeys.clientInfo in meta) : isUsualInfo(info))) return undefined
  if (headers === undefined) return 'modern'
  const agrees =
    headers['mcp-protocol-version'] === modernVersion &&
    headers['mcp-method'] === method &&
    (method !== 'tools/call' || headers['mcp-name'] === name)
  return agrees ? 'modern' : undefined
}

function isPlainLegacy(
  meta: Readonly<Record<string, unknown>>,
  headers: Arrival['headers'],
): boolean {
  if (metaKeys.clientInfo in meta || metaKeys.capabilities in meta) return false
  if (headers === undefined) return true
  const { 'mcp-protocol-version': stated, 'mcp-session-id': session, accept } = headers
  return (
    session === undefined &&
    (stated === undefined || (typeof stated === 'string' && legacyVersions.includes(stated))) &&
    typeof accept === 'string' &&
    accept.includes('application/json') &&
    accept.includes('text/event-stream')
  )
}
