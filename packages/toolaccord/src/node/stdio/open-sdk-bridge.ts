import {
  type RequestId,
  type Transport,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { ToolList } from '../../faces/mcp/gates/create-tool-list.ts'
import type { McpOptions } from '../../faces/mcp/protocol/mcp-options.ts'
import { createSdkFactory } from '../../faces/mcp/sdk/create-sdk-factory.ts'
import { jsonRpcErrors } from '../../outcome/json-rpc-errors.ts'
import { toInvalidRequest } from './read-messages.ts'

/** A message of JSON-RPC, as far as a transport looks into it. */
export type Message = Readonly<Record<string, unknown>> & {
  readonly id?: unknown
  readonly method?: unknown
}

/** The official SDK at the other end of a transport in memory. */
export interface SdkBridge {
  /** Hands a message to the SDK; resolves when it needs no answer, or has it. */
  receive(message: Message): Promise<void>
  /** Says that the client will not answer questions any more, so that nobody waits for it. */
  hangUp(): void
  close(): Promise<void>
}

/** Opens the bridge and replays a handshake that was answered without the SDK. */
export async function openSdkBridge(
  list: ToolList,
  options: McpOptions,
  write: (line: string) => void,
  handshake?: Message,
): Promise<SdkBridge> {
  const waiting = new Map<unknown, () => void>()
  const questions = new Set<RequestId>()
  /** Resolves when the client has read the last progress of a request. */
  const read = new Map<unknown, Promise<void>>()
  let isDeaf = false
  let isReplaying = handshake !== undefined
  const transport: Transport = {
    start: async () => {},
    close: async () => transport.onclose?.(),
    send: async (message, options) => {
      if (isJSONRPCResponse(message)) await read.get(message.id)
      if (!isReplaying) write(JSON.stringify(message))
      if (isProgress(message)) read.set(options?.relatedRequestId, untilRead())
      if ('id' in message && 'method' in message) questions.add(message.id)
      else if ('id' in message) settle(message.id)
      if (isDeaf) hangUp()
    },
  }
  const connection = serveStdio(createSdkFactory(list, options), {
    transport,
    onerror: (thrown) => list.server.log.debug('the MCP SDK reports', { thrown }),
  })

  function settle(id: unknown): void {
    read.delete(id)
    waiting.get(id)?.()
    waiting.delete(id)
  }

  /** Answers open questions in place of the client. */
  function hangUp(): void {
    isDeaf = true
    for (const id of questions)
      transport.onmessage?.({
        jsonrpc: '2.0',
        id,
        error: {
          code: jsonRpcErrors.serverError,
          message: 'The client has closed the connection.',
        },
      })
    questions.clear()
  }

  async function receive(message: Message): Promise<void> {
    if (isJSONRPCRequest(message)) {
      const { id, method } = message
      // Of two requests under one id only one can be waited for.
      settle(id)
      const answered = new Promise<void>((resolve) => {
        waiting.set(id, resolve)
      })
      transport.onmessage?.(message)
      if (method !== 'subscriptions/listen') await answered
    } else if (isJSONRPCNotification(message)) {
      transport.onmessage?.(message)
      // A request that was cancelled gets no answer.
      if (message.method === 'notifications/cancelled') settle(message.params?.requestId)
    } else if (isJSONRPCResponse(message)) {
      if (message.id !== undefined) questions.delete(message.id)
      transport.onmessage?.(message)
    } else if (message.method !== undefined) write(toInvalidRequest(message.id))
  }

  if (handshake !== undefined) {
    await receive(handshake)
    isReplaying = false
    await receive({ jsonrpc: '2.0', method: 'notifications/initialized' })
  }
  return {
    receive,
    hangUp,
    async close() {
      for (const id of waiting.keys()) settle(id)
      await connection.close()
    },
  }
}

const isProgress = (message: Message): boolean => message.method === 'notifications/progress'

/**
 * How long a client has for reading progress, in milliseconds. Official clients drop what they read
 * in one piece with the result.
 */
const readMs = 20

/** Lines go out at the end of a turn of the event loop, so the time begins after it. */
function untilRead(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => setTimeout(resolve, readMs))
  })
}
