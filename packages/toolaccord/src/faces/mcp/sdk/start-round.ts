import {
  type CreateMessageRequest,
  type InputRequest,
  type InputRequiredResult,
  type RequestStateCodec,
  type ServerContext,
  inputRequired,
} from '@modelcontextprotocol/server'
import { Asked, type Conversation, type Question } from '../../../define/conversation.ts'

/** One round of a conversation over MCP. */
export interface Round {
  readonly conversation: Conversation
  /** What the client is to be asked, when the round ended with questions. */
  result(): Promise<InputRequiredResult> | undefined
}

/**
 * What is sealed between two rounds; the subject keeps the state of one tool from being given to
 * another.
 */
export interface SealedState {
  readonly subject: string
  readonly state: unknown
}

/**
 * One round of the conversation of a tool or prompt, the subject; its state travels through the
 * client, sealed.
 */
export function startRound(
  subject: string,
  context: ServerContext,
  codec: RequestStateCodec<SealedState>,
  capabilities: Conversation['capabilities'],
): Round {
  const { mcpReq } = context
  const sealed = mcpReq.requestState<SealedState>()
  let asked:
    | { readonly questions: Readonly<Record<string, Question>>; readonly state: unknown }
    | undefined
  return {
    conversation: {
      answers: mcpReq.inputResponses ?? {},
      state: sealed?.subject === subject ? sealed.state : undefined,
      capabilities,
      ask(questions, state) {
        asked = { questions, state }
        throw new Asked()
      },
    },
    result() {
      if (asked === undefined) return undefined
      const { questions, state } = asked
      return toResult(
        questions,
        state === undefined ? undefined : codec.mint({ subject, state }, context),
      )
    },
  }
}

async function toResult(
  questions: Readonly<Record<string, Question>>,
  sealed: Promise<string> | undefined,
): Promise<InputRequiredResult> {
  const inputRequests = Object.fromEntries(
    Object.entries(questions).map(([key, question]) => [key, toInputRequest(question)]),
  )
  const requestState = await sealed
  return inputRequired({
    ...(Object.keys(inputRequests).length > 0 && { inputRequests }),
    ...(requestState !== undefined && { requestState }),
  })
}

function toInputRequest(question: Question): InputRequest {
  if (question.type === 'roots') return { method: 'roots/list' }
  // The casts hand the author's JSON to the SDK, which checks it against the protocol.
  if (question.type === 'sample')
    return {
      method: 'sampling/createMessage',
      params: question.params as CreateMessageRequest['params'],
    }
  if (question.type === 'url')
    return {
      method: 'elicitation/create',
      params: { mode: 'url', message: question.message, url: question.url } as never,
    }
  return {
    method: 'elicitation/create',
    params: { mode: 'form', message: question.message, requestedSchema: question.schema } as never,
  }
}
