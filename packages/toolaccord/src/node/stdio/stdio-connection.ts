import type { CallerSignal } from '../../async/caller-signal.ts'
import { createFastLane } from '../../faces/mcp/fast-lane.ts'
import type { McpOptions } from '../../faces/mcp/protocol/mcp-options.ts'
import { metaKeys } from '../../faces/mcp/protocol/protocol.ts'
import { isRecord } from '../../json/json.ts'
import type { Server } from '../../server.ts'
import { toInvalidRequest } from './read-messages.ts'
import type { Message, SdkBridge } from './sdk-bridge.ts'

/** One client at the other end of two streams. */
export interface StdioConnection {
  /** Takes whatever stood on a line. */
  receive(given: unknown): void
  /** Resolves when everything that was asked has been answered. */
  end(): Promise<void>
}

/** Creates the connection to the one client of a process; `write` sends a line to it. */
export function createStdioConnection(
  server: Server,
  options: McpOptions,
  write: (line: string) => void,
): StdioConnection {
  const answer = createFastLane(server, options)
  const calls = new Map<unknown, Cancellation>()
  const running = new Set<Promise<unknown>>()
  // A connection may speak both eras, and the SDK holds each of its own to one.
  const bridges = new Map<'modern' | 'legacy', Promise<SdkBridge>>()
  let handshake: Message | undefined

  function receive(given: unknown): void {
    if (!isMessage(given)) return write(toInvalidRequest())
    const { id, method } = given
    if (method === 'initialize') startOver()
    if (method === 'notifications/cancelled' && isRecord(given.params))
      calls.get(given.params.requestId)?.cancel()
    const cancellation = new Cancellation()
    const answered = answer(given, {
      signal: cancellation,
      client: isRecord(handshake?.params) ? handshake.params.clientInfo : undefined,
    })
    if (answered === undefined) return track(pass(given))
    if (method === 'initialize') handshake = given
    if (typeof answered === 'string') return write(answered)
    calls.set(id, cancellation)
    track(
      Promise.resolve(answered).then((line) => {
        calls.delete(id)
        // A cancelled request gets no answer.
        if (!cancellation.aborted) write(line)
      }),
    )
  }

  /** A handshake begins the connection of its era anew. */
  function startOver(): void {
    handshake = undefined
    const former = bridges.get('legacy')
    bridges.delete('legacy')
    if (former !== undefined) track(former.then((bridge) => bridge.close()))
  }

  /**
   * Hands a message to the SDK, which is loaded when something other than a notification or an
   * answer first needs it.
   */
  async function pass(message: Message): Promise<void> {
    // What a notification is about may be in either era.
    if (message.id === undefined)
      return void (await Promise.all(
        [...bridges.values()].map(async (bridge) => (await bridge).receive(message)),
      ))
    const era =
      isRecord(message.params) &&
      isRecord(message.params._meta) &&
      metaKeys.version in message.params._meta
        ? 'modern'
        : 'legacy'
    if (!bridges.has(era)) {
      if (message.method === undefined) return
      const opened = era === 'legacy' ? handshake : undefined
      bridges.set(
        era,
        import('./sdk-bridge.ts').then(({ openSdkBridge }) =>
          openSdkBridge(server, options, write, opened),
        ),
      )
    }
    const bridge = await bridges.get(era)
    await bridge?.receive(message)
  }

  function track(work: Promise<unknown>): void {
    running.add(work)
    void work
      .catch((thrown: unknown) =>
        server.log.error('an MCP message could not be answered', { thrown }),
      )
      .finally(() => running.delete(work))
  }

  return {
    receive,
    async end() {
      for (const bridge of bridges.values()) (await bridge).hangUp()
      await Promise.allSettled(running)
      await Promise.all([...bridges.values()].map(async (bridge) => (await bridge).close()))
    },
  }
}

const isId = (id: unknown) => typeof id === 'string' || Number.isSafeInteger(id)

/** A request, a notification, or the answer to a request. */
function isMessage(given: unknown): given is Message {
  if (!isRecord(given) || given.jsonrpc !== '2.0') return false
  if (typeof given.method === 'string')
    return given.method === 'initialize' ? isId(given.id) : given.id === undefined || isId(given.id)
  return given.method === undefined && isId(given.id) && ('result' in given || 'error' in given)
}

/** A cancellation by the client; a whole AbortSignal would cost more than a small call. */
class Cancellation implements CallerSignal {
  aborted = false
  #listener: (() => void) | undefined

  cancel(): void {
    this.aborted = true
    this.#listener?.()
  }

  addEventListener(_: 'abort', listener: () => void): void {
    this.#listener = listener
  }

  removeEventListener(): void {
    this.#listener = undefined
  }
}
