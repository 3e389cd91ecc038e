import { isRecord } from '../../json/json.ts'
import type { ReasonProblem } from '../../outcome/reasons.ts'
import { Refusal } from '../../outcome/refusal.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'

/**
 * A question as it goes to the caller's side, without a type for its answer. Policies, prompts and
 * resources ask it; a tool asks a `TypedQuestion`.
 *
 * @example
 *   const question: Question = {
 *     type: 'form',
 *     message: 'What is your name?',
 *     schema: { type: 'object', properties: { name: { type: 'string' } } },
 *   }
 */
export type Question =
  /** A form for the user. */
  | { readonly type: 'form'; readonly message: string; readonly schema: JsonSchema }
  /** A page for the user, for what must not pass through the client. */
  | { readonly type: 'url'; readonly message: string; readonly url: string }
  /** A completion from the client's model; the parameters are those of the protocol. */
  | { readonly type: 'sample'; readonly params: Readonly<Record<string, unknown>> }
  /** The folders that the client works in. */
  | { readonly type: 'roots' }

/** The rounds of one call: a call that asks is run again, from its beginning, with the answers. */
export interface Conversation {
  /**
   * The answers to the questions of the last round, by their keys. They come from the caller and
   * are not checked.
   */
  readonly answers: Readonly<Record<string, unknown>>
  /** The state that was given to `ask` in the last round, sealed on its way through the caller. */
  readonly state: unknown
  /** The questions that the caller can be asked: `elicitation`, `sampling`, `roots`. */
  readonly capabilities: Readonly<Record<string, unknown>>
  /** Why no question reaches the caller, whatever it declares; undefined if questions do. */
  readonly unreachable?: Pick<ReasonProblem, 'message' | 'hint'> | undefined
  /** Ends this round with questions. */
  ask(questions: Readonly<Record<string, Question>>, state?: unknown): never
}

/** Thrown to end a round with questions; only the pipeline and the faces know it. */
export class Asked {}

/** How many rounds with questions a call may have; clients themselves stop soon after. */
export const maxRounds = 8

/** The refusal of one more question. */
export const tooManyRounds = (): Refusal =>
  new Refusal('unanswered', {
    message: `The call has asked ${maxRounds} times and still has a question.`,
    hint: 'Do not call again at once. Tell the user that the tool asks too much.',
  })

/** The conversation with a caller that cannot be asked. */
export const noConversation: Conversation = {
  answers: {},
  state: undefined,
  capabilities: {},
  unreachable: {
    message: 'The tool has a question, and this caller cannot be asked.',
    hint: 'Use it where a user can be asked: in an MCP client with elicitation, or on a terminal.',
  },
  ask() {
    throw new Asked()
  },
}

/** True if a client with these capabilities takes questions of this kind. */
export function canBeAsked(
  { elicitation, sampling, roots }: Conversation['capabilities'],
  question: Question,
): boolean {
  if (question.type === 'roots') return isRecord(roots)
  if (question.type === 'sample') return takesSample(sampling, question.params)
  if (!isRecord(elicitation)) return false
  if (question.type === 'url') return isRecord(elicitation.url)
  // A client that names no mode takes forms: revisions before 2025-11-25 had no other.
  return isRecord(elicitation.form) || elicitation.url === undefined
}

function takesSample(sampling: unknown, params: Readonly<Record<string, unknown>>): boolean {
  if (!isRecord(sampling)) return false
  const hasTools = params.tools !== undefined || params.toolChoice !== undefined
  return !hasTools || isRecord(sampling.tools)
}
