import type { ContentBlock } from '../outcome/content.ts'
import type { CallContext } from './call.ts'

/** One argument of a prompt. */
export interface PromptArgument {
  /** What to give, for people and agents. */
  readonly summary?: string | undefined
  readonly required?: boolean | undefined
  /** Values that start with what was typed so far. */
  readonly complete?:
    | ((typed: string) => readonly string[] | Promise<readonly string[]>)
    | undefined
}

/** One message that a prompt writes. */
export interface PromptMessage {
  readonly role: 'user' | 'assistant'
  readonly content: ContentBlock
}

/** What a prompt is written from: the arguments that are required are there, the others may be. */
export type PromptValues<Arguments extends PromptArguments> = {
  readonly [
    Name in keyof Arguments as Arguments[Name] extends { readonly required: true } ? Name : never
  ]: string
} & {
  readonly [
    Name in keyof Arguments as Arguments[Name] extends { readonly required: true } ? never : Name
  ]?: string | undefined
}

type PromptArguments = Readonly<Record<string, PromptArgument>>

/** A prompt that users choose from a list. */
export interface Prompt<
  Name extends string = string,
  Arguments extends PromptArguments = PromptArguments,
> {
  readonly name: Name
  readonly title?: string | undefined
  readonly summary: string
  readonly arguments?: Arguments | undefined
  /** The scopes that a caller must have, all of them. Default: none. */
  readonly scopes?: readonly string[] | undefined
  write(
    args: PromptValues<Arguments>,
    context: CallContext,
  ): readonly PromptMessage[] | Promise<readonly PromptMessage[]>
}

/**
 * Declares a prompt.
 *
 * @example
 *   const summarise = definePrompt({
 *     name: 'summarise',
 *     summary: 'Summarise a note.',
 *     arguments: { id: { required: true } },
 *     write: ({ id }) => [
 *       { role: 'user', content: { type: 'text', text: `Summarise note ${id}.` } },
 *     ],
 *   })
 */
export const definePrompt = <const Name extends string, const Arguments extends PromptArguments>(
  init: Prompt<Name, Arguments>,
): Prompt<Name, Arguments> => Object.freeze({ ...init })
