import type { JsonSchema } from '../schema/json-schema.ts'

/**
 * A question that a tool has for the caller's side before it can go on.
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

/** The rounds of one call: a tool that asks is run again, from its beginning, with the answers. */
export interface Conversation {
  /**
   * The answers so far, by the keys that were asked under. They come from the caller and are not
   * checked.
   */
  readonly answers: Readonly<Record<string, unknown>>
  /**
   * The state that the tool gave to `ask` in the last round, sealed on its way through the caller.
   */
  readonly state: unknown
  /** The questions that the caller can be asked: `elicitation`, `sampling`, `roots`. */
  readonly capabilities: Readonly<Record<string, unknown>>
  /** Ends this round with questions. */
  ask(questions: Readonly<Record<string, Question>>, state?: unknown): never
}

/** Thrown to end a round with questions; only the pipeline and the faces know it. */
export class Asked {}

/** The conversation with a caller that cannot be asked. */
export const noConversation: Conversation = {
  answers: {},
  state: undefined,
  capabilities: {},
  ask() {
    throw new Asked()
  },
}
