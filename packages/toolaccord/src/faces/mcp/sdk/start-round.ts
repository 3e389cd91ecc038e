import {
  type InputRequest,
  type InputRequiredResult,
  type RequestStateCodec,
  type ServerContext,
  inputRequired,
} from '@modelcontextprotocol/server'
import {
  Asked,
  type Conversation,
  type Question,
  maxRounds,
  tooManyRounds,
} from '../../../define/questions/conversation.ts'
import { compact } from '../../../json/json.ts'
import { toQuestionRequest } from '../long/to-input-requests.ts'

/** One round of a conversation over MCP. */
export interface Round {
  readonly conversation: Conversation
  /** The questions for the client, if the round ended with some. */
  result(): Promise<InputRequiredResult> | undefined
}

/** The state that is sealed between two rounds; the subject keeps it from reaching another tool. */
export interface SealedState {
  readonly subject: string
  readonly state: unknown
  /** How many rounds there were before this one. */
  readonly rounds: number
}

/** What is known about the sender of a request before it is asked. */
export type Askable = Pick<Conversation, 'capabilities' | 'unreachable'>

/**
 * Starts a round of the conversation with a subject; its state travels through the client, sealed.
 */
export function startRound(
  subject: string,
  context: ServerContext,
  codec: RequestStateCodec<SealedState>,
  { capabilities, unreachable }: Askable,
): Round {
  const { mcpReq } = context
  const sealed = mcpReq.requestState<SealedState>()
  const rounds = sealed?.rounds ?? 0
  let asked:
    | { readonly questions: Readonly<Record<string, Question>>; readonly state: unknown }
    | undefined
  return {
    conversation: {
      answers: mcpReq.inputResponses ?? {},
      state: sealed?.subject === subject ? sealed.state : undefined,
      capabilities,
      unreachable,
      ask(questions, state) {
        if (rounds >= maxRounds) throw tooManyRounds()
        asked = { questions, state }
        throw new Asked()
      },
    },
    result() {
      if (asked === undefined) return undefined
      const { questions, state } = asked
      const sealed = codec.mint({ subject, state, rounds: rounds + 1 }, context)
      return toResult(questions, sealed)
    },
  }
}

async function toResult(
  questions: Readonly<Record<string, Question>>,
  sealed: Promise<string>,
): Promise<InputRequiredResult> {
  const inputRequests = Object.fromEntries(
    Object.entries(questions).map(([key, question]) => [key, toInputRequest(question)]),
  )
  const requestState = await sealed
  const hasQuestions = Object.keys(inputRequests).length > 0
  return inputRequired(
    compact({ inputRequests: hasQuestions ? inputRequests : undefined, requestState }),
  )
}

// The cast hands the author's JSON to the SDK, which checks it against the protocol.
const toInputRequest = (question: Question): InputRequest =>
  toQuestionRequest(question) as InputRequest
