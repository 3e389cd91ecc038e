import {
  type CallToolResult,
  type InputRequiredResult,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
  createRequestStateCodec,
} from '@modelcontextprotocol/server'
import { isRecord } from '../../../json/json.ts'
import type { Server } from '../../../server.ts'
import { callOptions, contractFor, refuseMeta, toClient } from '../protocol/call-options.ts'
import { toInteractive, toServerFacts } from '../protocol/capabilities.ts'
import type { McpOptions } from '../protocol/mcp-options.ts'
import { metaKeys } from '../protocol/protocol.ts'
import { toToolPages } from '../protocol/to-tool-pages.ts'
import { type ToolResult, toToolResult } from '../protocol/tool-result.ts'
import { addPrompts } from './add-prompts.ts'
import { addResources } from './add-resources.ts'
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

/** Creates the factory of SDK servers that all answer for one server. */
export function createSdkFactory(server: Server, options: McpOptions): SdkFactory {
  const { serverInfo, capabilities, instructions } = toServerFacts(server)
  const pages = toToolPages(server, options)
  const interactive = toInteractive(server)
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
      { capabilities, instructions, requestState: { verify: codec.verify } },
      track,
    )
    if (context?.era === 'legacy' && context.requestInfo !== undefined)
      single.add(Object.assign(sdk, { onclose: () => void single.delete(sdk) }))
    sdk.setRequestHandler('tools/list', ({ params }) => {
      const page = pages.get(params?.cursor)
      if (page === undefined)
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          'The cursor is not one that tools/list gave out.',
        )
      // The casts name what the SDK's stricter wire types say of the same JSON.
      return {
        tools: [...page.tools] as never[],
        ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }),
      }
    })
    sdk.setRequestHandler('tools/call', ({ params }, context) =>
      callTool(
        params.name,
        sdk.argumentsOf(params.arguments, context),
        context,
        senderOf(sdk, context),
      ),
    )
    const ask = createAsker(server, codec, (context) => senderOf(sdk, context))
    addPrompts(sdk, server, ask)
    addResources(sdk, server, ask)
    return sdk
  }

  function track<T>(work: Promise<T>): Promise<T> {
    running.add(work)
    return work.finally(() => running.delete(work))
  }

  async function callTool(
    name: string,
    args: unknown,
    context: ServerContext,
    { client, caller, capabilities }: Sender,
  ): Promise<CallToolResult | InputRequiredResult> {
    const { signal, _meta: meta = {} } = context.mcpReq
    const round = startRound(`tool ${name}`, context, codec, capabilities)
    const more = {
      onProgress: progressFor(context, server.log),
      conversation: round.conversation,
      ...(interactive.has(name) && { log: toMessageLog(context, server.log) }),
    }
    const called = callOptions(meta, client, {
      caller,
      signal,
      isLocal: context.http === undefined,
    })
    const outcome =
      refuseMeta(meta, server) ?? (await server.call(name, args, { ...called, ...more }))
    return (
      round.result() ??
      toCallToolResult(
        await toToolResult(
          server,
          name,
          outcome,
          contractFor(meta, server, called),
          called,
          options.text,
        ),
      )
    )
  }
}

const toCallToolResult = ({
  envelope,
  text,
  isError,
  meta,
  attachments,
}: ToolResult): CallToolResult => ({
  // The cast widens readonly blocks to the SDK's mutable ones; it only serialises them.
  content: [{ type: 'text', text }, ...(attachments ?? [])] as CallToolResult['content'],
  structuredContent: JSON.parse(envelope) as Record<string, unknown>,
  ...(isError && { isError }),
  ...(meta && { _meta: meta }),
})

/** The envelope of a request tells of its sender; a 2025-era client has told so in the handshake. */
function senderOf(sdk: SdkServer, { mcpReq, http }: ServerContext): Sender {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope }
  const declared = envelope[metaKeys.capabilities] ?? sdk.getClientCapabilities()
  return {
    client: toClient(envelope[metaKeys.clientInfo]) ?? toClient(sdk.getClientVersion()),
    caller: toCaller(http?.authInfo),
    capabilities: isRecord(declared) ? declared : {},
  }
}
