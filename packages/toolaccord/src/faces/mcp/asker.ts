import { type InputRequiredResult, ProtocolError, ProtocolErrorCode, type RequestStateCodec, type ServerContext } from '@modelcontextprotocol/server'
import type { CallContext, Client } from '../../call.ts'
import { Asked } from '../../conversation.ts'
import type { Server } from '../../server.ts'
import { type SealedState, startRound } from './conversation.ts'

/** Who sent a request, and what it can be asked. */
export interface Caller {
  readonly client?: Client
  readonly capabilities: Readonly<Record<string, unknown>>
}

/** Asks a prompt or resource for its answer; what it throws without meaning to is logged here and masked for the caller. */
export type Asker = <T>(context: ServerContext, what: string, answer: (context: CallContext) => T | Promise<T>) => Promise<T | InputRequiredResult>

export function createAsker(server: Server, codec: RequestStateCodec<SealedState>, callerOf: (context: ServerContext) => Caller): Asker {
  return async (context, what, answer) => {
    const id = server.newId()
    const { client, capabilities } = callerOf(context)
    const round = startRound(what, context, codec, capabilities)
    const { signal } = context.mcpReq
    const call: CallContext = { id, face: 'mcp', client, signal, log: server.log, flag: () => false, onProgress: progressFor(context), ...round.conversation }
    try {
      return await answer(call)
    } catch (thrown) {
      const asked = thrown instanceof Asked ? round.result() : undefined
      if (asked !== undefined) return asked
      server.log.error(`${what} threw`, { id, thrown })
      throw new ProtocolError(ProtocolErrorCode.InternalError, `The server failed to answer this request. Report request id ${id}.`)
    }
  }
}

/** Progress for a request that gave a token; strictly increasing, as the protocol asks. */
export function progressFor({ mcpReq }: ServerContext): CallContext['onProgress'] {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return () => {}
  let last = -Infinity
  return ({ done, total, message }) => {
    if (done <= last) return
    last = done
    void mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: done, total, message } }).catch(() => {})
  }
}
