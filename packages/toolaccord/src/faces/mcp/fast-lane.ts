import { isRecord } from '../../json.ts'
import type { CallerSignal } from '../../lazy-signal.ts'
import type { Outcome } from '../../outcome.ts'
import type { Server } from '../../server.ts'
import { callOptions, contractFor, toClient } from './call-options.ts'
import { toServerFacts } from './capabilities.ts'
import type { McpOptions } from './mcp-options.ts'
import { cacheHints, legacyVersions, metaKeys, modernVersion } from './protocol.ts'
import { toToolPages } from './tool-pages.ts'
import { type ToolResult, toToolResult } from './tool-result.ts'
import { areUsualCapabilities, isUsualInfo } from './usual-client.ts'

/** What the transport knows about a message. */
export interface Arrival {
  /** A header of the HTTP request, in lower case; absent on stdio. */
  readonly header?: (name: string) => string | undefined
  readonly signal?: CallerSignal
  /** Who introduced itself in the handshake, on a connection that has one. */
  readonly client?: unknown
}

/** Answers a parsed message as JSON text, or undefined for one that the official SDK is to answer. */
export type FastLane = (message: unknown, arrival: Arrival) => string | Promise<string> | undefined

type Era = 'modern' | 'legacy'

interface PlainRequest {
  readonly id: string
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly meta: Readonly<Record<string, unknown>>
  readonly era: Era
}

/** Answers plain requests from what was made once per server; whatever is rare, broken or unusual is left to the SDK. */
export function createFastLane(server: Server, options: McpOptions): FastLane {
  const facts = toServerFacts(server)
  const interactive = new Set(server.tools().filter((tool) => tool.interactive).map(({ name }) => name))
  const modernTail = `,"_meta":${JSON.stringify({ [metaKeys.serverInfo]: facts.serverInfo })},"resultType":"complete"}}`
  const cacheTail = JSON.stringify(cacheHints).slice(1, -1)
  const firstPage = JSON.stringify(toToolPages(server, options).get(undefined)).slice(1, -1)
  const discovered = JSON.stringify({ supportedVersions: [modernVersion], capabilities: facts.capabilities, ...(facts.instructions !== undefined && { instructions: facts.instructions }) }).slice(1, -1)

  return (message, arrival) => {
    const request = toPlainRequest(message, arrival)
    if (request === undefined) return undefined
    const { id, method, params, era } = request
    // A session lives in the SDK, from its first message on.
    if (options.sessions && era === 'legacy' && arrival.header !== undefined) return undefined
    if (method === 'tools/call') return callTool(request, arrival)
    if (method === 'initialize') return era === 'legacy' ? initialize(id, params) : undefined
    for (const key in params) if (key !== '_meta') return undefined
    if (method === 'tools/list') return era === 'modern' ? `${open(id)}${firstPage},${cacheTail}${modernTail}` : `${open(id)}${firstPage}}}`
    if (method === 'server/discover' && era === 'modern') return `${open(id)}${discovered},${cacheTail}${modernTail}`
    return method === 'ping' && era === 'legacy' ? `${open(id)}}}` : undefined
  }

  function callTool({ id, params, meta, era }: PlainRequest, { signal, client }: Arrival): Promise<string> | undefined {
    const { name, arguments: args } = params
    if (typeof name !== 'string' || interactive.has(name)) return undefined
    for (const key in params) if (!callKeys.has(key)) return undefined
    const contract = contractFor(meta, server.contract)
    const caller = toClient(era === 'modern' ? meta[metaKeys.clientInfo] : client)
    return server.call(name, args, callOptions(meta, caller, signal)).then((outcome: Outcome) => write(id, era, toToolResult(outcome, contract, server.codes, options.text)))
  }

  /** The envelope is serialised once and spliced into both fields. */
  function write(id: string, era: Era, { envelope, text, isError, meta, attachments }: ToolResult): string {
    const more = attachments.map((block) => `,${JSON.stringify(block)}`).join('')
    const head = `${open(id)}"content":[{"type":"text","text":${JSON.stringify(text)}}${more}],"structuredContent":${envelope}${isError ? ',"isError":true' : ''}`
    if (era === 'modern' && meta === undefined) return head + modernTail
    const all = era === 'modern' ? { ...meta, [metaKeys.serverInfo]: facts.serverInfo } : meta
    return `${head}${all === undefined ? '' : `,"_meta":${JSON.stringify(all)}`}${era === 'modern' ? ',"resultType":"complete"' : ''}}}`
  }

  function initialize(id: string, { protocolVersion, capabilities, clientInfo }: PlainRequest['params']): string | undefined {
    if (typeof protocolVersion !== 'string' || !legacyVersions.includes(protocolVersion)) return undefined
    if (!areUsualCapabilities(capabilities) || !isUsualInfo(clientInfo)) return undefined
    return `${open(id)}${JSON.stringify({ protocolVersion, ...facts }).slice(1, -1)}}}`
  }
}

const open = (id: string) => `{"jsonrpc":"2.0","id":${id},"result":{`

const messageKeys = new Set(['jsonrpc', 'id', 'method', 'params'])
const callKeys = new Set(['name', 'arguments', '_meta'])

/** A request without anything that this lane does not know; undefined for every other message. */
function toPlainRequest(message: unknown, { header }: Arrival): PlainRequest | undefined {
  if (!isRecord(message) || message.jsonrpc !== '2.0' || typeof message.method !== 'string') return undefined
  const { id, method, params = {} } = message
  if (!(typeof id === 'string' || Number.isSafeInteger(id)) || !isRecord(params)) return undefined
  for (const key in message) if (!messageKeys.has(key)) return undefined
  const { _meta: meta = {} } = params
  if (!isRecord(meta) || 'progressToken' in meta || metaKeys.logLevel in meta) return undefined
  const era = toEra(meta, method, params.name, header)
  return era === undefined ? undefined : { id: JSON.stringify(id), method, params, meta, era }
}

/** The era that a request belongs to beyond doubt; undefined where the headers and the body do not agree. */
function toEra(meta: Readonly<Record<string, unknown>>, method: string, name: unknown, header: Arrival['header']): Era | undefined {
  if (!(metaKeys.version in meta)) return isPlainLegacy(meta, header) ? 'legacy' : undefined
  if (meta[metaKeys.version] !== modernVersion || !areUsualCapabilities(meta[metaKeys.capabilities])) return undefined
  if (metaKeys.clientInfo in meta && !isUsualInfo(meta[metaKeys.clientInfo])) return undefined
  if (header === undefined) return 'modern'
  const agrees = header('mcp-protocol-version') === modernVersion && header('mcp-method') === method && (method !== 'tools/call' || header('mcp-name') === name)
  return agrees ? 'modern' : undefined
}

function isPlainLegacy(meta: Readonly<Record<string, unknown>>, header: Arrival['header']): boolean {
  if (metaKeys.clientInfo in meta || metaKeys.capabilities in meta) return false
  if (header === undefined) return true
  const stated = header('mcp-protocol-version')
  const accepted = header('accept') ?? ''
  return (
    header('mcp-session-id') === undefined &&
    (stated === undefined || legacyVersions.includes(stated)) &&
    accepted.includes('application/json') &&
    accepted.includes('text/event-stream')
  )
}
