import {
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  Server as SdkServer,
  type ServerContext,
  createRequestStateCodec,
} from '@modelcontextprotocol/server'
import { isRecord } from '../../json.ts'
import type { Server } from '../../server.ts'
import { type Caller, createAsker, progressFor } from './asker.ts'
import { callOptions, contractFor, toClient } from './call-options.ts'
import { toServerFacts } from './capabilities.ts'
import { type SealedState, startRound } from './conversation.ts'
import { toMessageLog } from './message-log.ts'
import type { McpOptions } from './mcp-options.ts'
import { addPrompts } from './prompts.ts'
import { metaKeys } from './protocol.ts'
import { addResources } from './resources.ts'
import { toToolPages } from './tool-pages.ts'
import { type ToolResult, toToolResult } from './tool-result.ts'

/** Makes SDK servers that answer everything: one per request over HTTP, one per connection elsewhere. */
export interface SdkFactory {
  (): SdkServer
  /** Resolves when no call is running. */
  idle(): Promise<void>
}

export function createSdkFactory(server: Server, options: McpOptions): SdkFactory {
  const { serverInfo, capabilities, instructions } = toServerFacts(server)
  const pages = toToolPages(server, options)
  const interactive = new Set(server.tools().filter((tool) => tool.interactive).map(({ name }) => name))
  const codec = createRequestStateCodec<SealedState>({ key: options.stateKey ?? crypto.getRandomValues(new Uint8Array(32)) })

  const running = new Set<Promise<unknown>>()
  return Object.assign(createSdkServer, {
    async idle() {
      await Promise.allSettled(running)
      // The SDK has yet to write the last answer when the call that gave it is over.
      await new Promise((resolve) => setTimeout(resolve, 0))
    },
  })

  function createSdkServer(): SdkServer {
    const sdk = new SdkServer(serverInfo, { capabilities, instructions, requestState: { verify: codec.verify } })
    sdk.setRequestHandler('tools/list', ({ params }) => {
      const page = pages.get(params?.cursor)
      if (page === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is not one that tools/list gave out.')
      // The casts name what the SDK's stricter wire types say of the same JSON.
      return { tools: [...page.tools] as never[], ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }) }
    })
    sdk.setRequestHandler('tools/call', ({ params }, context) => track(callTool(params.name, params.arguments, context, callerOf(sdk, context))))
    const ask = createAsker(server, codec, (context) => callerOf(sdk, context))
    addPrompts(sdk, server, ask)
    addResources(sdk, server, ask)
    return sdk
  }

  function track<T>(work: Promise<T>): Promise<T> {
    running.add(work)
    return work.finally(() => running.delete(work))
  }

  async function callTool(name: string, args: unknown, context: ServerContext, { client, capabilities }: Caller): Promise<CallToolResult | InputRequiredResult> {
    const { signal, _meta } = context.mcpReq
    const round = startRound(`tool ${name}`, context, codec, capabilities)
    const outcome = await server.call(name, args, {
      ...callOptions(_meta, client, signal),
      onProgress: progressFor(context),
      conversation: round.conversation,
      ...(interactive.has(name) && { log: toMessageLog(context, server.log) }),
    })
    return round.result() ?? toCallToolResult(toToolResult(outcome, contractFor(_meta, server.contract), server.codes, options.text))
  }
}

const toCallToolResult = ({ envelope, text, isError, meta, attachments }: ToolResult): CallToolResult => ({
  // The cast widens readonly blocks to the SDK's mutable ones; it only serialises them.
  content: [{ type: 'text', text }, ...(attachments ?? [])] as CallToolResult['content'],
  structuredContent: JSON.parse(envelope) as Record<string, unknown>,
  ...(isError && { isError }),
  ...(meta && { _meta: meta }),
})

/** The envelope of a request tells of its sender; a 2025-era client has told so in the handshake. */
function callerOf(sdk: SdkServer, { mcpReq }: ServerContext): Caller {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope }
  const declared = envelope[metaKeys.capabilities] ?? sdk.getClientCapabilities()
  return {
    client: toClient(envelope[metaKeys.clientInfo]) ?? toClient(sdk.getClientVersion()),
    capabilities: isRecord(declared) ? declared : {},
  }
}
