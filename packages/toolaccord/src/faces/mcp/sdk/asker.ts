import {
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { startDeadline } from '../../../async/deadline.ts'
import type { CallContext, Caller, Client } from '../../../define/call.ts'
import { Asked } from '../../../define/conversation.ts'
import type { Logger } from '../../../log/log.ts'
import type { Server } from '../../../server.ts'
import { plausibleTraceparent } from '../../call-metadata.ts'
import { metaKeys } from '../protocol/protocol.ts'
import { type SealedState, startRound } from './start-round.ts'

/** Who sent a request, and what it can be asked. */
export interface Sender {
  readonly client?: Client
  readonly caller?: Caller
  readonly capabilities: Readonly<Record<string, unknown>>
}

/**
 * Asks a prompt or resource for its answer; what it throws without meaning to is logged here and
 * masked for the caller.
 */
export type Asker = <T>(
  context: ServerContext,
  what: string,
  answer: (context: CallContext) => T | Promise<T>,
) => Promise<T | InputRequiredResult>

/** What is thrown in place of an answer that comes too late. */
const late = Symbol('late')

/** Creates the function that runs prompts and resources with a time limit, and lets them ask. */
export function createAsker(
  server: Server,
  codec: RequestStateCodec<SealedState>,
  senderOf: (context: ServerContext) => Sender,
): Asker {
  const {
    log,
    limits: { timeoutMs },
  } = server
  return async (context, what, answer) => {
    const id = server.newId()
    const { client, caller, capabilities } = senderOf(context)
    const round = startRound(what, context, codec, capabilities)
    const { signal, _meta } = context.mcpReq
    const traceparent = plausibleTraceparent(_meta?.[metaKeys.traceparent])
    const deadline = startDeadline(timeoutMs, signal)
    const beside = {
      id,
      face: 'mcp',
      client,
      caller,
      traceparent,
      log,
      flag: () => false,
      onProgress: progressFor(context, log),
    } as const
    try {
      return await Promise.race([
        answer({ ...beside, signal: deadline.signal, ...round.conversation }),
        deadline.ended.then(() => Promise.reject(late)),
      ])
    } catch (thrown) {
      const asked = thrown instanceof Asked ? round.result() : undefined
      if (asked !== undefined) return asked
      if (thrown === late) {
        log.warn(`${what} was stopped`, { id, timeoutMs })
        throw new ProtocolError(
          ProtocolErrorCode.InternalError,
          `The server did not answer this request within ${timeoutMs} ms.`,
        )
      }
      log.error(`${what} threw`, { id, thrown })
      throw new ProtocolError(
        ProtocolErrorCode.InternalError,
        `The server failed to answer this request. Report request id ${id}.`,
      )
    } finally {
      deadline.clear()
    }
  }
}

/**
 * Progress for a request that gave a token; strictly increasing, as the protocol asks, and of
 * numbers that JSON has.
 */
export function progressFor({ mcpReq }: ServerContext, log: Logger): CallContext['onProgress'] {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return () => {}
  let last = -Infinity
  return ({ done, total, message }) => {
    if (!Number.isFinite(done))
      return log.debug('progress that is no number is not told', { done: String(done) })
    if (done <= last) return
    last = done
    const params = {
      progressToken,
      progress: done,
      total: Number.isFinite(total) ? total : undefined,
      message,
    }
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}
