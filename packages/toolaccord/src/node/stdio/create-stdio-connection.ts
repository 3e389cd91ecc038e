import { createFastLane } from '../../faces/mcp/fast-lane.ts'
import { createToolList } from '../../faces/mcp/gates/create-tool-list.ts'
import type { McpOptions } from '../../faces/mcp/protocol/mcp-options.ts'
import { metaKeys } from '../../faces/mcp/protocol/meta-keys.ts'
import { isRecord } from '../../json/json.ts'
import type { Server } from '../../server.ts'
import type { CallerSignal } from '../../signals/caller-signal.ts'
import type { Message, SdkBridge } from './open-sdk-bridge.ts'
import { toInvalidRequest } from './read-messages.ts'

/** One client at the other end of two streams. */
export interface StdioConnection {
  /** Takes the value of one line, whatever it is. */
  receive(given: unknown): void
  /** Resolves when everything that was asked has been answered. */
  end(): Promise<void>
  /** Cancels what is running, because nobody waits for it any more. */
  cancelAll(): Promise<void>
}

type Era = 'modern' | 'legacy'

/** Creates the connection with one client; `write` sends it a line. */
export function createStdioConnection(
  whole: Server,
  options: McpOptions,
  write: (line: string) => void,
): StdioConnection {
  const server = options.tools === undefined ? whole : whole.only(options.tools)
  const list = createToolList(server, options)
  const answer = createFastLane(list, options)
  const calls = new Map<unknown, Cancellation>()
  const running = new Set<Promise<unknown>>()
  // A connection may speak both eras, and the SDK holds each of its own to one.
  const bridges = new Map<Era, Promise<SdkBridge>>()
  /** The handshake, if it was answered without the SDK. */
  let handshake: Message | undefined
  /** What the client said in the last handshake, whoever answered it. */
  let greeting: Readonly<Record<string, unknown>> = {}

  function receive(given: unknown): void {
    if (!isMessage(given)) {
      write(toInvalidRequest())
      return
    }
    const { method, params } = given
    if (method === 'initialize') startOver(params)
    if (method === 'notifications/cancelled' && isRecord(params)) {
      calls.get(params.requestId)?.cancel()
    }
    const cancellation = new Cancellation()
    const { clientInfo: client, protocolVersion: revision } = greeting
    const answered = answer(given, { signal: cancellation, client, revision })
    if (answered === undefined) {
      track(handOver(given))
      return
    }
    if (method === 'initialize') handshake = given
    if (typeof answered === 'string') write(answered)
    else track(writeLater(given.id, answered, cancellation))
  }

  async function writeLater(id: unknown, answered: Promise<string>, cancellation: Cancellation) {
    calls.set(id, cancellation)
    const line = await answered
    calls.delete(id)
    // A cancelled request gets no answer.
    if (!cancellation.aborted) write(line)
  }

  /** A handshake begins the connection of its era anew. */
  function startOver(params: unknown): void {
    handshake = undefined
    greeting = isRecord(params) ? params : {}
    const former = bridges.get('legacy')
    bridges.delete('legacy')
    if (former !== undefined) track(former.then((bridge) => bridge.close()))
  }

  /** Hands a message to the SDK, which is loaded when a request first needs it. */
  async function handOver(message: Message): Promise<void> {
    if (message.id === undefined) {
      // A notification may be about a request of either era.
      const all = [...bridges.values()]
      await Promise.all(all.map(async (bridge) => (await bridge).receive(message)))
      return
    }
    const era = eraOf(message)
    // An answer to a question that nobody asked.
    if (!bridges.has(era) && message.method === undefined) return
    const bridge = await (bridges.get(era) ?? openBridge(era))
    await bridge.receive(message)
  }

  function openBridge(era: Era): Promise<SdkBridge> {
    const opened = era === 'legacy' ? handshake : undefined
    const bridge = import('./open-sdk-bridge.ts').then(({ openSdkBridge }) =>
      openSdkBridge(list, options, write, opened),
    )
    bridges.set(era, bridge)
    return bridge
  }

  function track(work: Promise<unknown>): void {
    running.add(work)
    work
      .catch((thrown: unknown) => {
        server.log.error('an MCP message could not be answered', { thrown })
      })
      .finally(() => running.delete(work))
  }

  async function closeBridges(): Promise<void> {
    await Promise.all([...bridges.values()].map(async (bridge) => (await bridge).close()))
  }

  return {
    receive,
    async end() {
      for (const bridge of bridges.values()) (await bridge).hangUp()
      await Promise.allSettled(running)
      await closeBridges()
    },
    async cancelAll() {
      for (const cancellation of calls.values()) cancellation.cancel()
      await closeBridges()
    },
  }
}

function eraOf({ params }: Message): Era {
  if (!isRecord(params) || !isRecord(params._meta)) return 'legacy'
  return metaKeys.version in params._meta ? 'modern' : 'legacy'
}

const isId = (id: unknown) => typeof id === 'string' || Number.isSafeInteger(id)

/** True for a request, a notification, or the answer to a request. */
function isMessage(given: unknown): given is Message {
  if (!isRecord(given) || given.jsonrpc !== '2.0') return false
  const { id, method } = given
  if (method === 'initialize') return isId(id)
  if (typeof method === 'string') return id === undefined || isId(id)
  return method === undefined && isId(id) && ('result' in given || 'error' in given)
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
