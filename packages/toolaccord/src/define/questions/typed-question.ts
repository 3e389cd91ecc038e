import type { ContentBlock } from '../../outcome/content.ts'
import type { OutputOf, Schema } from '../../schema/schema.ts'

/** How a call ends that gets no answer to its question. */
interface Endings<Code extends string> {
  /** The code if the user declines. Default: that of the framework's reason `declined`. */
  readonly declined?: Code | undefined
  /**
   * The code if nobody answers, or nothing that the schema accepts. Default: that of the
   * framework's reason `unanswered`.
   */
  readonly unanswered?: Code | undefined
}

/** A form for the user; the answer is what its schema makes of the fields. */
export interface FormQuestion<Code extends string = string> extends Endings<Code> {
  readonly type?: 'form' | undefined
  readonly message: string
  /** An object of strings, numbers, booleans and choices; forms have no deeper fields. */
  readonly schema: Schema
}

/** A page for the user, for what must not pass through the client; it has no answer. */
export interface UrlQuestion<Code extends string = string> extends Endings<Code> {
  readonly type: 'url'
  readonly message: string
  readonly url: string
}

/** A question for the client's model. */
export interface SampleQuestion<Code extends string = string> extends Endings<Code> {
  readonly type: 'sample'
  /** As the protocol has them: `messages`, `maxTokens` and more. */
  readonly params: Readonly<Record<string, unknown>>
}

/** Asks for the folders that the client works in. */
export interface RootsQuestion<Code extends string = string> extends Endings<Code> {
  readonly type: 'roots'
}

/**
 * A question that a tool has for the caller's side, with the type of its answer.
 *
 * @example
 *   const question: TypedQuestion = {
 *     message: 'What is your name?',
 *     schema: z.object({ name: z.string() }),
 *   }
 */
export type TypedQuestion<Code extends string = string> =
  | FormQuestion<Code>
  | UrlQuestion<Code>
  | SampleQuestion<Code>
  | RootsQuestion<Code>

/** The completion that a client's model gave. */
export interface Completion {
  readonly role: 'user' | 'assistant'
  readonly content: ContentBlock | readonly ContentBlock[]
  readonly model: string
  readonly stopReason?: string | undefined
}

/** A folder that the client works in. */
export interface Root {
  readonly uri: string
  readonly name?: string | undefined
}

/**
 * The answer to a question.
 *
 * @example
 *   const Name = z.object({ name: z.string() })
 *   const answer: AnswerTo<{ message: string; schema: typeof Name }> = { name: 'Ada' }
 */
export type AnswerTo<Asked> = Asked extends { readonly type: 'url' }
  ? undefined
  : Asked extends { readonly type: 'sample' }
    ? Completion
    : Asked extends { readonly type: 'roots' }
      ? readonly Root[]
      : Asked extends { readonly schema: infer Answer extends Schema }
        ? OutputOf<Answer>
        : never
