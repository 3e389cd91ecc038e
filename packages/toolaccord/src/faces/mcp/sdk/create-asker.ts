import {
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Caller, Client } from '../../../define/call.ts'
import type { Prompt } from '../../../define/prompt.ts'
import type { Resource } from '../../../define/resource.ts'
import { compact } from '../../../json/json.ts'
import { type Codebook, kindOf } from '../../../outcome/codebook.ts'
import { jsonRpcErrors } from '../../../outcome/json-rpc-errors.ts'
import type { Kind } from '../../../outcome/kinds.ts'
import type { Failure } from '../../../outcome/outcome.ts'
import type { Server } from '../../../server.ts'
import { plausibleTraceparent } from '../../plausible.ts'
import { createProgress } from '../long/create-progress.ts'
import { metaKeys } from '../protocol/meta-keys.ts'
import { type Askable, type SealedState, startRound } from './start-round.ts'

/** Who sent a request, and what it can be asked. */
export interface Sender extends Askable {
  readonly client?: Client | undefined
  readonly caller?: Caller | undefined
  /** The revision that its client speaks, if it is known. */
  readonly revision: unknown
}

/** What a prompt or a resource gives, or the questions that it asks first. */
export type Asking = { readonly data: unknown } | { readonly asked: InputRequiredResult }

/** Asks a prompt or a resource for its answer; throws the error of the protocol if it fails. */
export type Asker = (
  context: ServerContext,
  subject: string,
  what: Prompt | Resource,
  args: Readonly<Record<string, string>>,
) => Promise<Asking>

/** Creates the asker of one SDK server. */
export function createAsker(
  server: Server,
  codec: RequestStateCodec<SealedState>,
  senderOf: (context: ServerContext) => Sender,
): Asker {
  return async function ask(context, subject, what, args) {
    const sender = senderOf(context)
    const { client, caller } = sender
    const round = startRound(subject, context, codec, sender)
    const { signal, _meta: meta } = context.mcpReq
    const outcome = await server.read(what, args, {
      face: 'mcp',
      client,
      caller,
      isLocal: context.http === undefined,
      traceparent: plausibleTraceparent(meta?.[metaKeys.traceparent]),
      signal,
      onProgress: createProgress(context.mcpReq, server.log).tell,
      conversation: round.conversation,
    })
    const asked = await round.result()
    if (asked !== undefined) return { asked }
    if (outcome.ok) return { data: outcome.data }
    throw toProtocolError(outcome, server.codes)
  }
}

/** A caller that may not have an answer is told so: the server did not fail. */
const refusals: ReadonlySet<Kind> = new Set(['authentication', 'authorization', 'rate_limit'])

/** The error has what an envelope would have, because prompts and resources have none. */
function toProtocolError({ problems, notes }: Failure, codes: Codebook): ProtocolError {
  const { message, code, hint, details } = problems[0]
  const isRefused = refusals.has(kindOf(codes, problems[0]))
  const number = isRefused ? jsonRpcErrors.serverError : ProtocolErrorCode.InternalError
  const data = compact({ code, hint, details, request_id: notes.requestId })
  return new ProtocolError(number, hint === undefined ? message : `${message} ${hint}`, data)
}
