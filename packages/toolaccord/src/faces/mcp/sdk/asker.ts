import {
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { CallContext, Caller, Client } from '../../../define/call.ts'
import { Asked } from '../../../define/conversation.ts'
import type { Logger } from '../../../log/log.ts'
import { jsonRpcErrors } from '../../../outcome/json-rpc-errors.ts'
import { Refusal } from '../../../outcome/refusal.ts'
import type { Server } from '../../../server.ts'
import { startDeadline } from '../../../signals/start-deadline.ts'
import { plausibleTraceparent } from '../../plausible.ts'
import { metaKeys } from '../protocol/meta-keys.ts'
import { type Askable, type SealedState, startRound } from './start-round.ts'

/** Who sent a request, and what it can be asked. */
export interface Sender extends Askable {
  readonly client?: Client | undefined
  readonly caller?: Caller | undefined
  /** The revision that its client speaks, if it is known. */
  readonly revision: unknown
}

/**
 * Asks a prompt or a resource for its answer. What it throws without meaning to is logged here and
 * masked for the caller.
 */
export type Asker = <T>(
  context: ServerContext,
  subject: string,
  answer: (context: CallContext) => T | Promise<T>,
) => Promise<T | InputRequiredResult>

/** Thrown in place of an answer that comes too late. */
const late = Symbol('late')

/** Creates the asker of one SDK server. */
export function createAsker(
  server: Server,
  codec: RequestStateCodec<SealedState>,
  senderOf: (context: ServerContext) => Sender,
): Asker {
  const { log } = server
  const { timeoutMs } = server.limits

  return async function ask(context, subject, answer) {
    const id = server.newId()
    const sender = senderOf(context)
    const { client, caller } = sender
    const round = startRound(subject, context, codec, sender)
    const { signal, _meta: meta } = context.mcpReq
    const deadline = startDeadline(timeoutMs, signal)
    const call: CallContext = {
      id,
      face: 'mcp',
      client,
      caller,
      isLocal: context.http === undefined,
      traceparent: plausibleTraceparent(meta?.[metaKeys.traceparent]),
      log,
      flag: () => false,
      onProgress: progressFor(context, log),
      signal: deadline.signal,
      ...round.conversation,
    }
    try {
      const ended = deadline.ended.then(() => Promise.reject(late))
      return await Promise.race([answer(call), ended])
    } catch (thrown) {
      const asked = thrown instanceof Asked ? round.result() : undefined
      if (asked !== undefined) return asked
      throw thrown === late ? stop(subject, id) : mask(subject, id, thrown)
    } finally {
      deadline.clear()
    }
  }

  function stop(subject: string, id: string): ProtocolError {
    log.warn(`${subject} was stopped`, { id, timeoutMs })
    const message = `The server did not answer this request within ${timeoutMs} ms.`
    return new ProtocolError(ProtocolErrorCode.InternalError, message)
  }

  function mask(subject: string, id: string, thrown: unknown): ProtocolError {
    if (thrown instanceof Refusal) {
      return new ProtocolError(codeOf(thrown), thrown.message, thrown.problem.details)
    }
    log.error(`${subject} threw`, { id, thrown })
    const message = `The server failed to answer this request. Report request id ${id}.`
    return new ProtocolError(ProtocolErrorCode.InternalError, message)
  }
}

/** A caller that may not have an answer is told so; the server did not fail. */
function codeOf({ reason }: Refusal): number {
  if (reason === 'forbidden' || reason === 'unauthenticated') return jsonRpcErrors.serverError
  return ProtocolErrorCode.InternalError
}

/**
 * Passes progress on for a request that gave a token: strictly increasing, as the protocol asks,
 * and only numbers that JSON has.
 */
export function progressFor({ mcpReq }: ServerContext, log: Logger): CallContext['onProgress'] {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return () => {}
  let last = -Infinity
  return ({ done, total, message }) => {
    if (!Number.isFinite(done)) {
      log.debug('progress that is not a number is not passed on', { done: String(done) })
      return
    }
    if (done <= last) return
    last = done
    const params = {
      progressToken,
      progress: done,
      total: Number.isFinite(total) ? total : undefined,
      message,
    }
    // A client that has gone away needs no progress.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}
