import {
  type CallToolResult,
  type InputRequiredResult,
  type ListToolsResult,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
  type ServerOptions,
  createRequestStateCodec,
} from '@modelcontextprotocol/server'
import { maxRounds } from '../../../define/conversation.ts'
import { isRecord } from '../../../json/json.ts'
import { writeWithin } from '../../../run/write-within.ts'
import type { ToolList } from '../gates/create-tool-list.ts'
import type { CallTarget } from '../protocol/call-target.ts'
import {
  type ToolResult,
  createCallPlanner,
  toToolResult,
} from '../protocol/create-call-planner.ts'
import type { LaneOptions } from '../protocol/mcp-options.ts'
import { metaKeys } from '../protocol/meta-keys.ts'
import { toCacheHint } from '../protocol/to-cache-hint.ts'
import { toInteractive, toServerFacts } from '../protocol/to-server-facts.ts'
import type { ToolPages } from '../protocol/to-tool-pages.ts'
import { type WrittenCall, toAgent, toClient } from '../protocol/tool-call.ts'
import { toKnownBlocks } from '../revisions/to-known-blocks.ts'
import { addPrompts } from './add-prompts.ts'
import { addCompletions, addResources } from './add-resources.ts'
import { type Sender, createAsker, progressFor } from './asker.ts'
import { bindingOf, toCaller } from './caller.ts'
import { SdkServer } from './sdk-server.ts'
import { type SealedState, startRound } from './start-round.ts'
import { toMessageLog } from './to-message-log.ts'

/**
 * Makes SDK servers that answer everything: one per request over HTTP, one per connection
 * elsewhere.
 */
export interface SdkFactory {
  (context?: McpRequestContext): SdkServer
  /** Resolves when nothing is running. */
  idle(): Promise<void>
  /** Ends the streams of requests that were cancelled, to which no answer will come. */
  close(): Promise<void>
}

/** Creates the factory of one server; it counts the work of all that it makes. */
export function createSdkFactory(
  { server, pagesFor, toTarget, throughGate }: ToolList,
  options: LaneOptions,
): SdkFactory {
  const { serverInfo, capabilities, instructions } = toServerFacts(server)
  const cacheHints = toCacheHints(options)
  const interactive = toInteractive(server)
  const planCall = createCallPlanner(server, options, throughGate)
  const codec = createRequestStateCodec<SealedState>({
    key: options.stateKey ?? crypto.getRandomValues(new Uint8Array(32)),
    bind: bindingOf,
  })

  const running = new Set<Promise<unknown>>()
  /** Servers of one request of the 2025 era each, which the SDK does not close when it closes. */
  const single = new Set<SdkServer>()
  return Object.assign(createSdkServer, {
    async idle() {
      while (running.size > 0) await Promise.allSettled(running)
      // The SDK has yet to write the last answer when the work that gave it is over.
      await new Promise((resolve) => setTimeout(resolve, 0))
    },
    async close() {
      await Promise.all([...single].map((sdk) => sdk.close()))
    },
  })

  function createSdkServer(context?: McpRequestContext): SdkServer {
    const sdk = new SdkServer(
      serverInfo,
      {
        capabilities,
        instructions,
        cacheHints,
        requestState: { verify: codec.verify },
        inputRequired: { maxRounds },
      },
      track,
    )
    if (context?.era === 'legacy' && context.requestInfo !== undefined) {
      single.add(sdk)
      Object.assign(sdk, { onclose: () => single.delete(sdk) })
    }
    sdk.setRequestHandler('tools/list', ({ params }, { http }) =>
      listTools(pagesFor(toCaller(http?.authInfo)), params?.cursor),
    )
    sdk.setRequestHandler('tools/call', ({ params }, context) =>
      callTool(
        targetOf(params.name, sdk.argumentsOf(params.arguments, context)),
        context,
        senderOf(sdk, context),
      ),
    )
    const ask = createAsker(server, codec, (context) => senderOf(sdk, context))
    addPrompts(sdk, server, ask)
    addResources(sdk, server, ask)
    addCompletions(sdk, server)
    return sdk
  }

  function listTools(pages: ToolPages, cursor: string | undefined): ListToolsResult {
    const page = pages.get(cursor)
    if (page === undefined) {
      const message = 'The cursor is not one that tools/list gave out.'
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
    }
    // The cast names what the SDK's stricter wire types say of the same JSON.
    const tools = [...page.tools] as never[]
    return page.nextCursor === undefined ? { tools } : { tools, nextCursor: page.nextCursor }
  }

  function targetOf(name: string, args: unknown): CallTarget {
    return toTarget?.(name, args) ?? { name, args }
  }

  function track<T>(work: Promise<T>): Promise<T> {
    running.add(work)
    return work.finally(() => running.delete(work))
  }

  async function callTool(
    { name, args }: CallTarget,
    context: ServerContext,
    sender: Sender,
  ): Promise<CallToolResult | InputRequiredResult> {
    const { signal, _meta: meta = {} } = context.mcpReq
    const { client, caller } = sender
    const isLocal = context.http === undefined
    const agent = toAgent(context.http?.req?.headers.get('user-agent'))
    const plan = planCall({ name, args }, meta, { client, agent, caller, signal, isLocal })
    const reply = (written: WrittenCall) =>
      toCallToolResult(toToolResult(written, plan.form), sender.revision)
    if (plan.refused !== undefined) return reply(plan.write(plan.refused))
    const round = startRound(`tool ${name}`, context, codec, sender)
    const letGo = startLettingGo(context, options.streamMs)
    const outcome = await server.call(name, plan.args, {
      ...plan.options,
      onProgress: progressFor(context, server.log),
      conversation: round.conversation,
      log: interactive.has(name) ? toMessageLog(context, server.log) : undefined,
    })
    clearInterval(letGo)
    const asked = round.result()
    if (asked !== undefined) return asked
    const how = { fitter: server.fitter, name, options: plan.options, write: plan.write }
    return reply(await writeWithin(how, outcome))
  }
}

/** A resource may change at any time, so what was read of it is not kept. */
function toCacheHints(options: LaneOptions): ServerOptions['cacheHints'] {
  const hint = toCacheHint(options)
  return {
    'server/discover': hint,
    'tools/list': hint,
    'prompts/list': hint,
    'resources/list': hint,
    'resources/templates/list': hint,
  }
}

/** Closes the stream of a call from time to time, if its client can come back for the rest. */
function startLettingGo(
  { http }: ServerContext,
  streamMs: number | undefined,
): ReturnType<typeof setInterval> | undefined {
  const close = http?.closeSSE
  if (streamMs === undefined || close === undefined) return undefined
  return setInterval(close, streamMs)
}

function toCallToolResult(result: ToolResult, revision: unknown): CallToolResult {
  const { envelope, text, isContentOnly, isError, meta, attachments = [] } = result
  const blocks = toKnownBlocks(attachments, revision)
  const made: CallToolResult = {
    // The cast widens readonly blocks to the SDK's mutable ones; it only serialises them.
    content: [{ type: 'text', text }, ...blocks] as CallToolResult['content'],
  }
  if (!isContentOnly) made.structuredContent = JSON.parse(envelope) as Record<string, unknown>
  if (isError) made.isError = true
  if (meta !== undefined) made._meta = { ...meta }
  return made
}

/** The sender of a request: from its envelope, or from the handshake of a 2025-era client. */
function senderOf(sdk: SdkServer, { mcpReq, http }: ServerContext): Sender {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope }
  const declared = envelope[metaKeys.capabilities] ?? sdk.getClientCapabilities()
  const isForgotten = declared === undefined && http !== undefined
  return {
    client: toClient(envelope[metaKeys.clientInfo]) ?? toClient(sdk.getClientVersion()),
    caller: toCaller(http?.authInfo),
    // A client without a session has no handshake that could be known; only its header tells.
    revision: sdk.getNegotiatedProtocolVersion() ?? http?.req?.headers.get('mcp-protocol-version'),
    capabilities: isRecord(declared) ? declared : {},
    unreachable: isForgotten ? withoutSession : undefined,
  }
}

/** Without a session a server forgets the handshake, and has no way to send a question. */
const withoutSession: Sender['unreachable'] = {
  message:
    'The tool has a question, and this server cannot put it to a client of the 2025 revisions, ' +
    'because the call is not in a session.',
  hint:
    'Tell the user that the client must keep the session which it is given, ' +
    'and that whoever runs the server can switch sessions on.',
}
